/**
 * The same request and reply of 600 bytes over Nest's own Kafka transport and over the lanes, client and server each in
 * a process of its own, on one broker, in one run.
 *
 * KAFKA_BROKERS addresses (127.0.0.1:9092), BENCH_OUT where to write the figures as JSON, BENCH_SECONDS for each figure
 * (5), BENCH_ONLY one of nest, work, command.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { ensureTopics } from '@earshot/messaging';

process.env.BENCH_PREFIX = `bench-${Date.now().toString(36)}`;
process.env.KAFKAJS_NO_PARTITIONER_WARNING = '1';
const { brokers, command, nestTopic, partitions, work } = await import('./contracts.mjs');
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const levels = (process.env.BENCH_LEVELS ?? '1,16,256').split(',').map(Number);
const requiredRatio = 6;

const nestTopics = [nestTopic, `${nestTopic}.reply`].map((name) => ({ name, lane: 'work', partitions, config: {} }));
await ensureTopics({ brokers }, [work.topic, command.topic, ...nestTopics]);

const transports = [
  { name: 'nest', file: './nest-process.mjs', action: 'work' },
  { name: 'work', file: './lane-process.mjs', action: 'work' },
  { name: 'command', file: './lane-process.mjs', action: 'command' },
].filter(({ name }) => [undefined, name].includes(process.env.BENCH_ONLY));

const figures = {};
for (const { name, file, action } of transports) figures[name] = await measureTransport(file, action);
report();

async function measureTransport(file, action) {
  const server = await start(file, 'server');
  const client = await start(file, 'client');
  const byLevel = {};
  for (const inFlight of levels) {
    await ask(server, { action: 'cpu' });
    const order = { inFlight, warmUpMs: 2_000, measureMs: seconds * 1000 };
    const figure = await ask(client, { action, order });
    const { cpuMs } = await ask(server, { action: 'cpu' });
    // The server's share counts the warm-up too, so it is set against the requests of both.
    const serverCpuMs = cpuMs / (figure.perSecond * (seconds + 2));
    byLevel[inFlight] = { ...figure, serverCpuMs };
  }
  for (const process of [client, server]) {
    process.send({ action: 'stop' });
    await once(process, 'exit');
  }
  return byLevel;
}

async function start(file, role) {
  const flags =
    process.env.BENCH_PROFILE === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`];
  const child = fork(new URL(file, import.meta.url), [role], { execArgv: flags });
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ${role} ended`))),
  ]);
  if (message.ready !== true) throw new Error(`${file} ${role} did not start`);
  return child;
}

async function ask(child, order) {
  child.send(order);
  const [answer] = await once(child, 'message');
  return answer;
}

function report() {
  const row = (...cells) =>
    console.log(cells.map((cell, index) => String(cell)[index < 2 ? 'padEnd' : 'padStart'](13)).join(''));
  row('in flight', 'transport', 'p50 ms', 'p99 ms', 'per second', 'x Nest', 'client CPU', 'server CPU');
  for (const inFlight of levels) {
    for (const { name } of transports) {
      const { p50Ms, p99Ms, perSecond, cpuMs, serverCpuMs } = figures[name][inFlight];
      const ratio = figures.nest === undefined ? NaN : perSecond / figures.nest[inFlight].perSecond;
      const numbers = [p50Ms, p99Ms].map((ms) => ms.toFixed(2));
      row(inFlight, name, ...numbers, perSecond.toFixed(0), ratio.toFixed(1), cpuMs.toFixed(3), serverCpuMs.toFixed(3));
    }
  }
  const verdict = judge();
  if (verdict !== undefined) console.log(verdict.isWithinBudget ? 'Requirement met.' : 'Requirement NOT met.');
  const { BENCH_OUT: out } = process.env;
  if (out !== undefined)
    writeFileSync(out, JSON.stringify({ bench: 'lane', requiredRatio, verdict, figures }, null, 2));
}

/** At least six times Nest's round trips/s at 16 and at 256 in flight. */
function judge() {
  if (figures.nest === undefined || figures.work === undefined) return undefined;
  const ratio = (inFlight) => figures.work[inFlight].perSecond / figures.nest[inFlight].perSecond;
  const isWithinBudget = ratio(16) >= requiredRatio && ratio(256) >= requiredRatio;
  return { isWithinBudget, ratioAt16: ratio(16), ratioAt256: ratio(256) };
}
