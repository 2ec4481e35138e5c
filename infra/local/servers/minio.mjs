import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { answersOk } from '../process/probes.mjs';
import { runCommand } from '../process/run-command.mjs';
import { versions } from '../versions.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/** Path of the program within the cache. */
export const minioProgram = path.join(`minio-${versions.minio}`, 'minio');

/** Settings without a console, that send nothing from a developer's machine. */
export const quietSettings = { MINIO_BROWSER: 'off', MINIO_UPDATE: 'off', MINIO_CALLHOME_ENABLE: 'off' };

/** @param {Site} site */
const binaryOf = (site) => site.cached(minioProgram);

/** MinIO's root user. No service has its password. */
export const minioUser = 'earshot';

/** The storage service's user, with access to the bucket only. */
export const bucketUser = 'earshot-storage';

/** MinIO, built from its source release. */
export const minio = {
  name: 'minio',
  label: 'MinIO',
  /** @param {Site} site */
  isAcquired: (site) => existsSync(binaryOf(site)),
  acquire,
  /** @type {import('../stack.mjs').Server['launches']} */
  launches: async (site) => [{ name: 'minio', launch: await launch(site) }],
};

/**
 * Builds MinIO with Go.
 *
 * @param {Site} site
 * @param {AbortSignal} signal
 */
async function acquire(site, signal) {
  const binary = binaryOf(site);
  if (existsSync(binary)) return;
  const dir = path.dirname(binary);
  const draft = `${dir}.${process.pid}.draft`;
  const label = 'MinIO: building, takes 3 to 7 minutes the first time';
  site.console.log(label);
  const endProgress = site.console.progress(label);
  try {
    const args = ['install', '-trimpath', '-ldflags=-s -w', `github.com/minio/minio@${versions.minio}`];
    const command = { name: 'minio-build', command: 'go', args, timeoutMs: 30 * 60_000 };
    await runCommand(site.command(command, { GOBIN: draft, CGO_ENABLED: '0' }), site, signal);
    mkdirSync(dir, { recursive: true });
    // Checkouts may fill a shared cache concurrently; the binaries are identical.
    renameSync(path.join(draft, 'minio'), binary);
  } finally {
    endProgress();
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * @param {Site} site
 * @returns {Promise<import('../process/managed-process.mjs').Launch>}
 */
async function launch(site) {
  const address = `${site.addressOf('minio')}:${await site.ports.choose('minio')}`;
  const { minio: data, minioCertificates: certificates } = site.layout;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return {
    command: binaryOf(site),
    args: ['server', '--quiet', '--address', address, '--certs-dir', certificates, data],
    cwd: site.root,
    env: {
      ...site.env,
      MINIO_ROOT_USER: minioUser,
      MINIO_ROOT_PASSWORD: site.password('minio'),
      ...quietSettings,
      // Deleted objects stay in the trash until then (default: five minutes).
      MINIO_API_DELETE_CLEANUP_INTERVAL: '1m',
    },
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    isReady: () => answersOk(`http://${address}/minio/health/ready`),
  };
}
