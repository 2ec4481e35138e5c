import { commands } from '../commands.mjs';
import { runCommand } from '../process/run-command.mjs';
import { isInstalled, markInstalled } from './installation.mjs';

/** @typedef {import('./site.mjs').Site} Site */

/**
 * Installs and builds this checkout while it downloads the servers' programs. Finished steps are not repeated. A
 * failure aborts the others.
 *
 * @param {Site} site
 * @param {import('../stack.mjs').Server[]} servers
 * @param {AbortSignal} signal
 * @param {() => void} [serversMayStart] Called when they are there, perhaps before the build, which they do not need.
 */
export async function prepare(site, servers, signal, serversMayStart = () => {}) {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const installed = install(site, either);
  const acquired = servers.map((server) => server.acquire(site, either));
  const work = [
    installed.then(() => build(site, either)),
    ...acquired,
    Promise.all([installed, ...acquired]).then(serversMayStart),
  ].map((part) => part.catch((error) => (failed.abort(error), Promise.reject(error))));
  const outcomes = await Promise.allSettled(work);
  signal.throwIfAborted();
  if (outcomes.some((outcome) => outcome.status === 'rejected')) throw failed.signal.reason;
}

/**
 * @param {Site} site
 * @param {AbortSignal} signal
 */
const build = (site, signal) =>
  timed(site, 'building', 'built', () => runCommand(site.command(commands.build), site, signal));

/**
 * @param {Site} site
 * @param {AbortSignal} signal
 */
export async function install(site, signal) {
  if (isInstalled(site.root)) return;
  await timed(site, 'npm packages: installing', 'npm packages: installed', () =>
    runCommand(site.command(commands.install), site, signal),
  );
  markInstalled(site.root);
}

/**
 * @param {Site} site
 * @param {string} doing
 * @param {string} done
 * @param {() => Promise<void>} work
 */
async function timed(site, doing, done, work) {
  const since = performance.now();
  site.console.log(doing);
  const endProgress = site.console.progress(doing);
  try {
    await work();
  } finally {
    endProgress();
  }
  site.console.log(`${done} (${((performance.now() - since) / 1000).toFixed(1)} s)`);
}
