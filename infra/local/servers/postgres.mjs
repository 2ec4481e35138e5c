import { appendFileSync, chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { postgresAnswers } from '../process/probes.mjs';
import { runCommand } from '../process/run-command.mjs';
import { versions } from '../versions.mjs';
import { findBinaries } from './postgres-binaries.mjs';
import { postgresLocation } from './postgres-location.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/** PostgreSQL from npm or the system. */
export const postgres = {
  name: 'postgres',
  label: 'PostgreSQL',
  /** Comes with the npm packages. */
  isAcquired: () => true,
  acquire: async () => {},
  /** @type {import('../stack.mjs').Server['launches']} */
  launches: async (site, signal) => [{ name: 'postgres', launch: await launch(site, signal) }],
};

/**
 * @param {Site} site
 * @param {AbortSignal} signal
 * @returns {Promise<import('../process/managed-process.mjs').Launch>}
 */
async function launch(site, signal) {
  const location = postgresLocation(site);
  const binaries = findBinaries(site.root, location);
  if (binaries === null) {
    throw new Error(
      `PostgreSQL is missing: its npm package is not installed (${process.platform}-${process.arch}), and there is no ` +
        `system PostgreSQL ${versions.postgresMinimum} or newer: install one, or delete node_modules and run npm start again.`,
    );
  }
  const data = path.join(location.dir, 'data');
  const process_ = { cwd: location.dir, env: { ...site.env, LC_ALL: 'C' }, ...location.user };
  if (!existsSync(data)) await createCluster(site, location, binaries.bin, process_, signal);
  const [made, present] = [readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim(), binaries.version.split('.')[0]];
  if (made !== present) {
    throw new Error(
      `The data in ${data} was created by PostgreSQL ${made}, but PostgreSQL ${present} is installed: install ${made}, or ` +
        'delete all data: npm run reset.',
    );
  }
  const [address, port] = [site.addressOf('postgres'), await site.ports.choose('postgres')];
  const settings = Object.entries(serverSettings(address, port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    ...process_,
    command: path.join(binaries.bin, 'postgres'),
    args: ['-D', data, ...settings],
    // "Fast shutdown": ends sessions and writes everything.
    stopSignal: 'SIGINT',
    stopTimeoutMs: 20_000,
    isReady: () => postgresAnswers(address, port),
  };
}

/**
 * @param {string} address
 * @param {number} port
 */
function serverSettings(address, port) {
  return {
    listen_addresses: address,
    port,
    // TCP only: a socket path below a deep checkout can exceed 107 bytes.
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    // Compiling costs more than the short queries of the services.
    jit: 'off',
    // fsync stays on: acknowledged data must survive a crash.
  };
}

/**
 * @param {Site} site
 * @param {import('./postgres-location.mjs').Location} location
 * @param {string} bin
 * @param {{ cwd: string, env: Record<string, string>, uid?: number, gid?: number }} process_
 * @param {AbortSignal} signal
 */
async function createCluster(site, location, bin, process_, signal) {
  const [data, draft, passwordFile] = ['data', 'data.draft', 'password'].map((name) => path.join(location.dir, name));
  if (data === undefined || draft === undefined || passwordFile === undefined) return;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, site.password('postgres'), { mode: 0o600, flag: 'wx' });
  try {
    if (location.user.uid !== undefined)
      chownSync(passwordFile, location.user.uid, location.user.gid ?? location.user.uid);
    const identity = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const args = ['-D', draft, ...identity, '--encoding=UTF8', '--locale=C'];
    const command = path.join(bin, 'initdb');
    await runCommand({ ...process_, name: 'postgres-initdb', command, args, timeoutMs: 120_000 }, site, signal);
    // Otherwise it accepts connections of its own host only.
    if (site.network !== null) appendFileSync(path.join(draft, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n');
    // Renamed when complete, so an interrupted initdb is repeated.
    renameSync(draft, data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
