import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';

/** A folder in which everybody may make files, as /tmp: the caller's choice, and not ours to close. */
const stickyBit = 0o1000;

/**
 * Closes the data directory, and the folders of servers and logs in it, to other users of this machine. Root's own is passable, not readable: PostgreSQL
 * runs as `nobody` there, in a folder of its own.
 *
 * @param {string} dataDir
 * @param {import('../settings.mjs').DataLayout} layout
 * @param {number | undefined} uid whose process this is.
 */
export function closeToOthers(dataDir, layout, uid = process.getuid?.()) {
  const mode = uid === 0 ? 0o711 : 0o700;
  mkdirSync(dataDir, { recursive: true, mode });
  close(dataDir, mode, uid);
  for (const folder of [layout.kafka, layout.minio, layout.minioCertificates, layout.log, layout.run, layout.results])
    if (existsSync(folder)) close(folder, 0o700, uid);
    else mkdirSync(folder, { mode: 0o700 });
}

/**
 * @param {string} folder
 * @param {number} mode
 * @param {number | undefined} uid
 */
function close(folder, mode, uid) {
  const { mode: present, uid: owner } = statSync(folder);
  const mine = uid === undefined || owner === uid;
  if (mine && (present & stickyBit) === 0) chmodSync(folder, mode);
}
