import { commands } from '../commands.mjs';
import { runCommand } from '../process/run-command.mjs';
import { isInstalled, markInstalled } from './installation.mjs';

/** @typedef {import('./site.mjs').Site} Site */

/**
 * Installs and builds this checkout, and brings the servers' programs into the cache, both at the same time; what is
 * already there is not done again. When one of them fails the others are given up.
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
  await timed(site, 'npm packages: installing, as package-lock.json says', 'npm packages: installed', () =>
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
  site.console.say(doing);
  const endProgress = site.console.progress(doing);
  try {
    await work();
  } finally {
    endProgress();
  }
  site.console.say(`${done} (${((performance.now() - since) / 1000).toFixed(1)} s)`);
}
