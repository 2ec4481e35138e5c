import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outputOf } from './programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/**
 * The user that runs PostgreSQL, and the directory of its files.
 *
 * @typedef {object} Location
 * @property {{ uid?: number, gid?: number }} user Empty: the current user.
 * @property {string} dir Owned by that user.
 */

/**
 * Chooses user and directory. PostgreSQL refuses to run as root, so root runs it as `nobody`. If `nobody` cannot reach
 * the data directory, the files are in /var/tmp, which survives a reboot.
 *
 * @param {Site} site
 * @returns {Location}
 */
export function postgresLocation(site) {
  const { layout } = site;
  if (process.getuid?.() !== 0) {
    mkdirSync(layout.postgres, { recursive: true, mode: 0o700 });
    return { user: {}, dir: layout.postgres };
  }
  const user = unprivilegedUser();
  const dir = canReach(user, site.settings.dataDir) ? layout.postgres : locationElsewhere(layout.postgresElsewhere);
  mkdirSync(dir, { recursive: true });
  chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  return { user, dir };
}

/** @returns {{ uid: number, gid: number }} */
export function unprivilegedUser() {
  const [uid, gid] = [outputOf('id', ['-u', 'nobody']), outputOf('id', ['-g', 'nobody'])];
  if (uid === null || gid === null)
    throw new Error('PostgreSQL cannot run as root, and there is no user `nobody`. Create it, or do not run as root.');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * @param {{ uid?: number, gid?: number }} user
 * @param {string} file
 */
export function canReach(user, file) {
  return outputOf('/bin/sh', ['-c', 'test -x "$1"', 'sh', file], user) !== null;
}

/**
 * @param {string} memoFile Stores the directory for the next start and for `npm run reset`.
 * @returns {string}
 */
function locationElsewhere(memoFile) {
  if (existsSync(memoFile)) {
    const kept = readFileSync(memoFile, 'utf8').trim();
    if (existsSync(kept)) return kept;
  }
  // A random name: anybody could create a predictable one in /var/tmp.
  const dir = mkdtempSync('/var/tmp/earshot-postgres-');
  mkdirSync(path.dirname(memoFile), { recursive: true });
  writeFileSync(memoFile, `${dir}\n`, { mode: 0o600 });
  return dir;
}
