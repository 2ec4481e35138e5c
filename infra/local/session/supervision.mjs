import { writeFileSync } from 'node:fs';
import { parentOf, sendSignal, startTimeOf } from '../process/process-identity.mjs';
import { removeContainers } from '../servers/docker.mjs';
import { closeToOthers } from './private-data.mjs';
import { endLeftovers } from './shutdown.mjs';
import { StackRunner } from './stack-runner.mjs';

/** @typedef {import('./site.mjs').Site} Site */

/** A Ctrl-C reaches the supervisor twice, from the terminal and passed on by npm; only a later one means "at once". */
const sameSignalMs = 1500;

const npmCheckMs = 1000;

/** The person at the terminal, or `npm run stop`, wants the stack to end. */
export class Interrupted extends Error {}

/** Another process is the supervisor of this data directory. */
export class AlreadyRunning extends Error {
  /** @param {string} [url] */
  constructor(url) {
    super(`Earshot is already running here${url ? ` at ${url}` : ''}; stop it with: npm run stop.`);
  }
}

/**
 * Does its work as the supervisor of a data directory: with a stack that is stopped however the work ends, be it by a
 * failure, by Ctrl-C or because the terminal is closed.
 *
 * @template T
 * @param {Site} site
 * @param {{ nodes: readonly import('../stack.mjs').Node[], replicas?: Record<string, number> }} what
 * @param {(runner: StackRunner, signal: AbortSignal) => Promise<T>} work Gives up with the signal's reason, an Interrupted.
 * @returns {Promise<T>}
 * @throws {AlreadyRunning}
 */
export async function supervise(site, { nodes, replicas = {} }, work) {
  closeToOthers(site.settings.dataDir, site.layout);
  if (!site.records.claim(await site.url())) throw new AlreadyRunning(site.records.supervisor()?.url);
  const signal = interruption(site);
  process.once('uncaughtException', (error) => crash(site, error));
  const runner = new StackRunner(site, nodes, replicas, signal);
  try {
    await endLeftovers(site);
    if (site.usesDocker) writeFileSync(site.layout.dockerMark, '');
    return await work(runner, signal);
  } finally {
    await runner.stop();
    if (site.usesDocker) await removeContainers(site, { deleteData: false });
    site.records.remove('supervisor');
    site.close();
  }
}

/**
 * @param {Site} site
 * @returns {AbortSignal} Aborted by the first signal; a second one kills everything.
 */
function interruption(site) {
  const controller = new AbortController();
  let firstAt = 0;
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      site.console.say('stopping (once more: kills everything at once)');
      controller.abort(new Interrupted(signal));
    } else if (performance.now() - firstAt > sameSignalMs) {
      killEverything(site);
      process.exit(1);
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, onSignal);
  watchNpm(() => onSignal('SIGTERM'));
  return controller.signal;
}

/**
 * npm runs a script through a shell, and a signal sent to npm alone ends those two without ever reaching this process.
 *
 * @param {() => void} onEnd
 */
function watchNpm(onEnd) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const ancestors = [process.ppid, parentOf(process.ppid)].filter((pid) => pid !== null);
  const startTimes = ancestors.map(startTimeOf);
  const timer = setInterval(() => {
    if (ancestors.every((pid, index) => startTimeOf(pid) === startTimes[index])) return;
    clearInterval(timer);
    onEnd();
  }, npmCheckMs).unref();
}

/**
 * @param {Site} site
 * @param {Error} error
 */
function crash(site, error) {
  site.console.print(`The supervisor itself failed; everything is killed. ${error.stack}`);
  killEverything(site);
  process.exit(1);
}

/** @param {Site} site */
function killEverything(site) {
  for (const record of site.records.alive()) {
    if (record.pid !== process.pid) sendSignal(-record.pid, 'SIGKILL');
    site.records.remove(record.name);
  }
}
