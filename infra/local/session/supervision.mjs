import { writeFileSync } from 'node:fs';
import { parentOf, sendSignal, startTimeOf } from '../process/process-identity.mjs';
import { removeContainers } from '../servers/docker.mjs';
import { restrictAccess } from './restrict-access.mjs';
import { stopOrphans } from './shutdown.mjs';
import { StackRunner } from './stack-runner.mjs';

/** @typedef {import('./site.mjs').Site} Site */

/** A Ctrl-C arrives twice, from the terminal and from npm. Only a later one means "kill". */
const sameSignalMs = 1500;

const npmCheckMs = 1000;

/** The user or `npm run stop` requested the end. */
export class Interrupted extends Error {}

/** Another process supervises this data directory. */
export class AlreadyRunning extends Error {
  /** @param {string} [url] */
  constructor(url) {
    super(`Earshot is already running${url ? ` at ${url}` : ' here'}. Stop it with: npm run stop.`);
  }
}

/**
 * Runs work as the supervisor of a data directory, and stops the stack afterwards: on failure, Ctrl-C and a closed
 * terminal too.
 *
 * @template T
 * @param {Site} site
 * @param {{ nodes: readonly import('../stack.mjs').Node[], replicas?: Record<string, number> }} what
 * @param {(runner: StackRunner, signal: AbortSignal) => Promise<T>} work Rejects with the signal's reason, an Interrupted.
 * @returns {Promise<T>}
 * @throws {AlreadyRunning}
 */
export async function supervise(site, { nodes, replicas = {} }, work) {
  restrictAccess(site.settings.dataDir, site.layout);
  if (!site.records.claim(await site.url())) throw new AlreadyRunning(site.records.supervisor()?.url);
  const signal = interruption(site);
  process.once('uncaughtException', (error) => crash(site, error));
  const runner = new StackRunner(site, nodes, replicas, signal);
  try {
    await stopOrphans(site);
    if (site.usesDocker) writeFileSync(site.layout.dockerMarker, '');
    return await work(runner, signal);
  } finally {
    await runner.stop();
    await site.network?.close();
    if (site.usesDocker) await removeContainers(site, { deleteData: false });
    site.records.remove('supervisor');
    site.close();
  }
}

/**
 * @param {Site} site
 * @returns {AbortSignal} Aborted by the first signal. A second signal kills everything.
 */
function interruption(site) {
  const controller = new AbortController();
  let firstAt = 0;
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      site.console.log('stopping (press Ctrl-C again to kill everything)');
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
 * Detects the end of npm: a signal sent to npm alone never reaches this process.
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
  site.console.print(`The supervisor crashed; all processes were killed. ${error.stack}`);
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
