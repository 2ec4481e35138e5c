/**
 * Runs several processes of one service behind one port: the operating system knows one listener, from which each
 * worker takes connections itself once it listens, which it does when it is ready. A worker that ends is started again.
 *
 * Arguments: the module that each worker runs, the service's name, how many, the run directory, the address of the port.
 */
import cluster from 'node:cluster';
import { BackOff } from './back-off.mjs';
import { ProcessEnds } from './process-ends.mjs';
import { sendSignal } from './process-identity.mjs';
import { ProcessRecords } from './process-records.mjs';

/** Below the time after which the launcher itself is killed. */
const drainMs = 25_000;

const [main = '', service = '', count = '', runDir = '', url = ''] = process.argv.slice(2);
const records = new ProcessRecords(runDir);
const ends = new ProcessEnds(runDir);
/** @type {Map<string, import('node:cluster').Worker>} */
const workers = new Map();
let stopping = false;

// By default this process takes the connections and passes them on in turn: those on their way to a worker that ends
// stay open for ever. With SO_REUSEPORT, those that wait for a worker are cut when it ends, in good order too.
cluster.schedulingPolicy = cluster.SCHED_NONE;
cluster.setupPrimary({ exec: main, args: [], execArgv: process.execArgv });
for (let index = 0; index < Number(count); index++) startWorker(`${service}-${index}`, new BackOff());
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

/**
 * @param {string} instance
 * @param {BackOff} backOff
 */
function startWorker(instance, backOff) {
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
    const delayMs = backOff.afterRunOf(performance.now() - startedAt);
    const how = signal ?? `exit code ${code}`;
    ends.note({ name: instance, kind: 'app', pid: pid ?? 0, how });
    console.error(`${instance} ended (${how}); it is started again in ${delayMs / 1000} s`);
    setTimeout(() => startWorker(instance, backOff), delayMs);
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
