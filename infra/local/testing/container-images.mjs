import path from 'node:path';
import { newEnvironment } from '../../docker/new-env.mjs';
import { runCommand } from '../process/run-command.mjs';
import { outputOf } from '../servers/programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */
/** @typedef {'current' | 'previous'} Revision */

/** A build from nothing takes four minutes on two cores. */
const buildTimeoutMs = 20 * 60_000;

const ofTests = 'reference=earshot-*:test-*';

/**
 * Settings of Compose that name the images of a revision.
 *
 * @param {Revision} revision
 */
export const imagesOf = (revision) => ({ EARSHOT_VERSION: `test-${revision}` });

/**
 * Builds `earshot-<app>:test-current` and `:test-previous` with the docker-compose.yml of each revision.
 *
 * @param {Site} site
 * @param {string} previous Folder of the previous revision.
 * @param {AbortSignal} signal
 */
export async function buildImages(site, previous, signal) {
  for (const [revision, root] of /** @type {const} */ ([
    ['previous', previous],
    ['current', site.root],
  ])) {
    site.console.log(`building the ${revision} images`);
    const args = ['compose', '--file', path.join(root, 'docker-compose.yml'), '--profile', '*', 'build'];
    const step = { name: 'images', command: 'docker', args, timeoutMs: buildTimeoutMs };
    // Compose cannot read the file without secrets, which images do not have.
    await runCommand(site.command(step, { ...newEnvironment(), ...imagesOf(revision) }), site, signal);
  }
}

/** @returns {string[]} Names of the images that {@link buildImages} has built. */
export function builtImages() {
  return docker('image', 'ls', '--filter', ofTests, '--format', '{{.Repository}}:{{.Tag}}');
}

/** Removes the images; the next build uses the engine's cache. */
export function removeImages() {
  const images = builtImages();
  if (images.length > 0) docker('image', 'rm', '--force', ...images);
  const left = builtImages();
  if (left.length > 0) throw new Error(`Still there after docker image rm: ${left.join(', ')}`);
}

/**
 * @param {string[]} args
 * @returns {string[]} Lines that docker prints.
 */
export function docker(...args) {
  const printed = outputOf('docker', args, { timeoutMs: 60_000 });
  if (printed === null) throw new Error(`docker ${args.slice(0, 2).join(' ')} failed.`);
  return printed.split('\n').filter(Boolean);
}
