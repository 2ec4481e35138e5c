import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { postgresAnswers } from '../process/probes.mjs';
import { runCommand } from '../process/run-command.mjs';
import { versions } from '../versions.mjs';
import { findBinaries } from './postgres-binaries.mjs';
import { postgresPlace } from './postgres-place.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/** PostgreSQL from npm or the system. */
export const postgres = {
  name: 'postgres',
  label: 'PostgreSQL',
  /** Comes with the npm packages. */
  isAcquired: () => true,
  acquire: async () => {},
  launch,
};

/**
 * @param {Site} site
 * @param {AbortSignal} signal
 * @returns {Promise<import('../process/managed-process.mjs').Launch>}
 */
async function launch(site, signal) {
  const place = postgresPlace(site);
  const binaries = findBinaries(site.root, place);
  if (binaries === null) {
    throw new Error(
      `PostgreSQL is missing: its npm package was not installed (${process.platform}-${process.arch}), and there is no ` +
        `system PostgreSQL ${versions.postgresMinimum} or newer: install one, or delete node_modules and start again.`,
    );
  }
  const data = path.join(place.dir, 'data');
  const process_ = { cwd: place.dir, env: { ...site.env, LC_ALL: 'C' }, ...place.user };
  if (!existsSync(data)) await createCluster(site, place, binaries.bin, process_, signal);
  const [made, present] = [readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim(), binaries.version.split('.')[0]];
  if (made !== present) {
    throw new Error(
      `The data in ${data} was made by PostgreSQL ${made}, but PostgreSQL ${present} is installed: install ${made}, or ` +
        'delete all data: npm run reset.',
    );
  }
  const port = await site.ports.choose('postgres');
  const settings = Object.entries(serverSettings(port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    ...process_,
    command: path.join(binaries.bin, 'postgres'),
    args: ['-D', data, ...settings],
    // "Fast shutdown": open sessions are ended, everything is written.
    stopSignal: 'SIGINT',
    stopTimeoutMs: 20_000,
    isReady: () => postgresAnswers('127.0.0.1', port),
  };
}

/** @param {number} port */
function serverSettings(port) {
  return {
    listen_addresses: '127.0.0.1',
    port,
    // Only TCP: the path of a socket below a deep checkout can be longer than the 107 bytes it may have.
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    // Compiling a query costs more than the short queries of the services.
    jit: 'off',
    // fsync stays on: what was acknowledged must outlive a crash here as anywhere.
  };
}

/**
 * @param {Site} site
 * @param {import('./postgres-place.mjs').Place} place
 * @param {string} bin
 * @param {{ cwd: string, env: Record<string, string>, uid?: number, gid?: number }} process_
 * @param {AbortSignal} signal
 */
async function createCluster(site, place, bin, process_, signal) {
  const [data, draft, passwordFile] = ['data', 'data.draft', 'password'].map((name) => path.join(place.dir, name));
  if (data === undefined || draft === undefined || passwordFile === undefined) return;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, site.password('postgres'), { mode: 0o600, flag: 'wx' });
  try {
    if (place.user.uid !== undefined) chownSync(passwordFile, place.user.uid, place.user.gid ?? place.user.uid);
    const identity = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const args = ['-D', draft, ...identity, '--encoding=UTF8', '--locale=C'];
    const command = path.join(bin, 'initdb');
    await runCommand({ ...process_, name: 'postgres-initdb', command, args, timeoutMs: 120_000 }, site, signal);
    // Renamed when complete, so that an interrupted initdb is simply done again.
    renameSync(draft, data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
