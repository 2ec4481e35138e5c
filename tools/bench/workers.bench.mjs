/**
 * Measures what many workers cost: a topic of 64 partitions, one caller, and 1, 8 and 32 worker processes that answer
 * at once with what they were sent. Processes share the cores of the machine, so costs count, not requests/s.
 *
 * Environment: EARSHOT_RUN_DIR, KAFKA_BROKERS (set by infra/local/bench.mjs), BENCH_OUT (file for the figures as JSON).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureTopics } from '@earshot/messaging';
import { Child } from './child.mjs';
import { processes } from './earshot.mjs';
import { number, table } from './markdown.mjs';
import { processorMs } from './processor-time.mjs';
import { sum } from './statistics.mjs';

const partitions = 64;
const steps = [1, 8, 32];
const laneProcess = '../../libs/messaging/bench/lane-process.mjs';
/** Requests under way while costs are measured: as many in all, then for each worker. */
const inFlight = 64;
const measureMs = 10_000;
/** Processes that start at once: one per core of a laptop's two. */
const startingAtOnce = 2;
/** Within this time of the last start a group has divided the partitions. */
const settleMs = 10_000;

process.env.BENCH_PREFIX = `bench-${Date.now().toString(36)}`;
process.env.BENCH_PARTITIONS = String(partitions);
const { brokers, work } = await import('../../libs/messaging/bench/contracts.mjs');
await ensureTopics({ brokers }, [work.topic]);

const kafkaPid = processes(path.join(process.env.EARSHOT_RUN_DIR, 'processes')).kafka;
const workers = [];
const client = new Child(laneProcess, ['client']);
try {
  await Promise.all([client.output(), startWorkers(steps[0])]);
  const figures = [await figuresOf({})];
  for (const count of steps.slice(1))
    figures.push(await figuresOf({ whileStartingMs: await longestWaitWhile(() => startWorkers(count)) }));
  figures.at(-1).whenKilledMs = await longestWaitWhile(async () => workers.pop().stop());
  report(figures);
} finally {
  for (const one of [client, ...workers]) one.stop();
}

/** @param {number} count Workers that are to run. */
async function startWorkers(count) {
  while (workers.length < count) {
    const next = Array.from({ length: Math.min(startingAtOnce, count - workers.length) }, newWorker);
    await Promise.all(next.map((worker) => worker.output()));
  }
}

function newWorker() {
  const worker = new Child(laneProcess, ['server']);
  workers.push(worker);
  return worker;
}

/**
 * Sends requests until the change has settled.
 *
 * @param {() => Promise<unknown>} change
 * @returns {Promise<number>} The longest a request waited, in milliseconds.
 */
async function longestWaitWhile(change) {
  let isOver = false;
  const changed = change()
    .then(() => sleep(settleMs))
    .finally(() => (isOver = true));
  let longestMs = 0;
  while (!isOver)
    longestMs = Math.max(longestMs, (await requests({ inFlight: 16, warmUpMs: 0, measureMs: 2_000 })).longestMs);
  await changed;
  return longestMs;
}

/** @param {object} others Figures that are known. */
async function figuresOf(others) {
  const idle = await coresDuring(() => sleep(measureMs));
  const each = [];
  for (const level of new Set([inFlight, inFlight * workers.length])) each.push(await costs(level));
  return {
    workers: workers.length,
    idleWorkersCores: idle.workers,
    idleBrokerCores: idle.kafka,
    ...others,
    costs: each,
  };
}

/** @param {number} inFlight @returns CPU time of a request in each process, and what its caller sees. */
async function costs(inFlight) {
  await requests({ inFlight, warmUpMs: 2_000, measureMs: 0 });
  /** @type {{ perSecond: number, p50Ms: number, p99Ms: number }} */
  let figure;
  const cores = await coresDuring(async () => (figure = await requests({ inFlight, warmUpMs: 0, measureMs })));
  const { perSecond, p50Ms, p99Ms } = figure;
  const ofRequest = (share) => (share * 1_000) / perSecond;
  const [clientMs, workersMs, brokerMs] = [cores.client, cores.workers, cores.kafka].map(ofRequest);
  return { inFlight, perSecond, p50Ms, p99Ms, clientMs, workersMs, brokerMs };
}

/** @param {object} order As of `measured` in libs/messaging/bench/process.mjs. */
function requests(order) {
  return client.ask({ action: 'work', order });
}

/** @param {() => Promise<unknown>} action */
async function coresDuring(action) {
  const before = processorTimes();
  const startedAt = performance.now();
  await action();
  const elapsedMs = performance.now() - startedAt;
  const after = processorTimes();
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - before[name]) / elapsedMs]));
}

function processorTimes() {
  const pids = Object.fromEntries(workers.map(({ pid }) => [pid, pid]));
  const { kafka, client: caller, ...each } = processorMs({ ...pids, kafka: kafkaPid, client: client.pid });
  return { kafka, client: caller, workers: sum(each) };
}

function report(figures) {
  const head = ['workers', 'in flight', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms: caller', 'workers', 'broker'];
  const keys = ['inFlight', 'perSecond', 'p50Ms', 'p99Ms', 'clientMs', 'workersMs', 'brokerMs'];
  const rowsOf = ({ workers: count, costs: each }) =>
    each.map((one) => [count, ...keys.map((key) => number(one[key]))]);
  console.log(table(head, figures.flatMap(rowsOf)));
  const idleHead = ['workers', 'idle cores: workers', 'broker', 'longest wait while they start, ms', 'one killed, ms'];
  const idleKeys = ['idleWorkersCores', 'idleBrokerCores', 'whileStartingMs', 'whenKilledMs'];
  const idleRow = (figure) => [figure.workers, ...idleKeys.map((key) => number(figure[key]))];
  console.log(`\n${table(idleHead, figures.map(idleRow))}`);
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify({ partitions, figures }));
}
