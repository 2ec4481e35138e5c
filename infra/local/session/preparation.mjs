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
 */
export async function prepare(site, servers, signal) {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const work = [installAndBuild(site, either), ...servers.map((server) => server.acquire(site, either))].map((part) =>
    part.catch((error) => (failed.abort(error), Promise.reject(error))),
  );
  const outcomes = await Promise.allSettled(work);
  signal.throwIfAborted();
  if (outcomes.some((outcome) => outcome.status === 'rejected')) throw failed.signal.reason;
}

/**
 * @param {Site} site
 * @param {AbortSignal} signal
 */
async function installAndBuild(site, signal) {
  await install(site, signal);
  await timed(site, 'building', 'built', () => runCommand(site.command(commands.build), site, signal));
}

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
