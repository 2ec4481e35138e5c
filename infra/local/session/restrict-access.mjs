import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';

/** A shared directory such as /tmp belongs to the caller; leave its mode alone. */
const stickyBit = 0o1000;

/**
 * Removes other users' access to the data directory and its server and log folders. Root's directory stays passable,
 * because PostgreSQL runs as `nobody` in a folder of its own.
 *
 * @param {string} dataDir
 * @param {import('../settings.mjs').DataLayout} layout
 * @param {number | undefined} uid Owner of this process.
 */
export function restrictAccess(dataDir, layout, uid = process.getuid?.()) {
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
  const isOwner = uid === undefined || owner === uid;
  if (isOwner && (present & stickyBit) === 0) chmodSync(folder, mode);
}
