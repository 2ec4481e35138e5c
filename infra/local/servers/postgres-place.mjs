import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outputOf } from './programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/**
 * As whom PostgreSQL runs, and where its files lie.
 *
 * @typedef {object} Place
 * @property {{ uid?: number, gid?: number }} user Empty: the caller.
 * @property {string} dir Belongs to that user alone.
 */

/**
 * PostgreSQL refuses to run as root, so root runs it as `nobody`; where that user cannot reach the data directory (a
 * checkout in root's home), its files lie in /var/tmp, which outlives a restart of the machine.
 *
 * @param {Site} site
 * @returns {Place}
 */
export function postgresPlace(site) {
  const { layout } = site;
  if (process.getuid?.() !== 0) {
    mkdirSync(layout.postgres, { recursive: true, mode: 0o700 });
    return { user: {}, dir: layout.postgres };
  }
  const user = nobody();
  const dir = canReach(user, site.settings.dataDir) ? layout.postgres : placeElsewhere(layout.postgresElsewhere);
  mkdirSync(dir, { recursive: true });
  chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  return { user, dir };
}

/** @returns {{ uid: number, gid: number }} */
export function nobody() {
  const [uid, gid] = [outputOf('id', ['-u', 'nobody']), outputOf('id', ['-g', 'nobody'])];
  if (uid === null || gid === null) throw new Error('There is no user nobody, as whom PostgreSQL could run.');
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
 * @param {string} memoFile Remembers the place, for the next start and for `npm run reset`.
 * @returns {string}
 */
function placeElsewhere(memoFile) {
  if (existsSync(memoFile)) {
    const kept = readFileSync(memoFile, 'utf8').trim();
    if (existsSync(kept)) return kept;
  }
  // A random name: in a directory open to all, a foreseeable one could have been made by somebody else.
  const dir = mkdtempSync('/var/tmp/earshot-postgres-');
  mkdirSync(path.dirname(memoFile), { recursive: true });
  writeFileSync(memoFile, `${dir}\n`, { mode: 0o600 });
  return dir;
}
