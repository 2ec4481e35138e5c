/**
 * Runs several processes of one service on one port. Each worker accepts connections from the shared listener once
 * it is ready. A worker that exits is restarted.
 *
 * Arguments: module of the worker, service name, number of workers, run directory, public URL.
 */
import cluster from 'node:cluster';
import { Backoff } from './backoff.mjs';
import { ProcessExits } from './process-exits.mjs';
import { sendSignal } from './process-identity.mjs';
import { ProcessRecords } from './process-records.mjs';

/** Less than the timeout after which the launcher itself is killed. */
const drainMs = 25_000;

const [main = '', service = '', count = '', runDir = '', url = ''] = process.argv.slice(2);
const records = new ProcessRecords(runDir);
const exits = new ProcessExits(runDir);
/** @type {Map<string, import('node:cluster').Worker>} */
const workers = new Map();
let stopping = false;

// Round-robin leaves connections open that were handed to an exiting worker. SO_REUSEPORT cuts queued connections
// even when a worker exits gracefully.
cluster.schedulingPolicy = cluster.SCHED_NONE;
cluster.setupPrimary({ exec: main, args: [], execArgv: process.execArgv });
for (let index = 0; index < Number(count); index++) startWorker(`${service}-${index}`, new Backoff());
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

/**
 * @param {string} instance
 * @param {Backoff} backoff
 */
function startWorker(instance, backoff) {
  if (stopping) return;
  const startedAt = performance.now();
  const worker = cluster.fork({ EARSHOT_INSTANCE: instance });
  workers.set(instance, worker);
  const { pid } = worker.process;
  if (pid !== undefined) {
    const record = /** @type {const} */ ({ name: instance, kind: 'app', pid, stopSignal: 'SIGTERM' });
    records.write(record);
    worker.once('listening', () => records.write({ ...record, url }));
  }
  worker.once('exit', (code, signal) => {
    workers.delete(instance);
    records.remove(instance);
    if (stopping) return endWhenAlone();
    const delayMs = backoff.afterRunOf(performance.now() - startedAt);
    const how = signal ?? `exit code ${code}`;
    exits.record({ name: instance, kind: 'app', pid: pid ?? 0, how });
    console.error(`${instance} exited (${how}); restarting in ${delayMs / 1000} s`);
    setTimeout(() => startWorker(instance, backoff), delayMs);
  });
}

function stop() {
  if (stopping) return;
  stopping = true;
  for (const worker of workers.values()) signalWorker(worker, 'SIGTERM');
  setTimeout(() => {
    for (const worker of workers.values()) signalWorker(worker, 'SIGKILL');
  }, drainMs).unref();
  endWhenAlone();
}

function endWhenAlone() {
  if (workers.size === 0) process.exit(0);
}

/**
 * @param {import('node:cluster').Worker} worker
 * @param {NodeJS.Signals} signal
 */
function signalWorker(worker, signal) {
  if (worker.process.pid !== undefined) sendSignal(worker.process.pid, signal);
}
