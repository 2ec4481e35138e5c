/**
 * Compares the serving path with a bare relay and with Portkey's gateway: the same chats to the same mock provider,
 * directly and through each.
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, EARSHOT_RUN_DIR (set by infra/local/bench.mjs), EARSHOT_CACHE_DIR (for
 * Portkey's gateway), BENCH_OUT (file for the figures as JSON), BENCH_SECONDS per turn (2), BENCH_REPEATS (3).
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Child } from './child.mjs';
import { earshotTarget } from './earshot.mjs';
import { phases } from './phases.mjs';
import { installPortkey, startPortkey } from './portkey.mjs';
import { isKnown, machineMs, processorMs } from './processor-time.mjs';
import { sum } from './statistics.mjs';
import { report } from './serving-report.mjs';
import { untilAnswers, warmUp } from './targets.mjs';
import { takeTurns } from './turns.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const repeats = Number(process.env.BENCH_REPEATS ?? 3);

const provider = new Child('mock-provider.mjs');
const client = new Child('load-client.mjs');
const [{ port }] = await Promise.all([provider.output(), client.output()]);
const upstream = `http://127.0.0.1:${port}`;
const missing = [];
const targets = [directTarget(), await relayTarget(), await portkeyTarget(), await earshotTarget(upstream)].filter(
  (target) => target !== null,
);
// Relay, Portkey's gateway, provider and client are children of this process and counted with it.
const own = { bench: process.pid, ...targets.at(-1).pids };
try {
  for (const target of targets) await untilAnswers(target);
  const run = { targets, provider, client, seconds, repeats };
  console.log(`Warming up: ${targets.map(({ label }) => label).join(', ')}`);
  await warmUp(run);
  console.log(`Measuring: ${repeats} times ${phases.length} phases of ${seconds} s with each`);
  const before = { at: performance.now(), machine: machineMs(), own: sum(processorMs(own)) };
  const figures = await takeTurns(run);
  const elapsedMs = performance.now() - before.at;
  // CPU time of everything outside of the benchmark.
  const others = isKnown ? (machineMs() - before.machine - (sum(processorMs(own)) - before.own)) / elapsedMs : null;
  const machine = { cores: cpus().length, processor: cpus()[0]?.model, node: process.version, otherLoad: others };
  const labels = Object.fromEntries(targets.map(({ name, label }) => [name, label]));
  const result = {
    bench: 'serving',
    date: new Date().toISOString(),
    seconds,
    repeats,
    machine,
    labels,
    missing,
    figures,
  };
  const { text, budgets } = report(result);
  console.log(text);
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify({ ...result, budgets }, null, 2));
} finally {
  for (const target of targets) target.stop();
  client.stop();
  provider.stop();
}

/** Cost of the load client and the provider alone. */
function directTarget() {
  const url = `${upstream}/v1/chat/completions`;
  return { name: 'direct', label: 'none (direct)', url, headers: {}, model: 'mock', pids: {}, stop: () => {} };
}

async function relayTarget() {
  const relay = new Child('relay.mjs', [upstream]);
  const { port: relayPort } = await relay.output();
  const url = `http://127.0.0.1:${relayPort}/v1/chat/completions`;
  const stop = () => relay.stop();
  return { name: 'relay', label: 'node:http relay', url, headers: {}, model: 'mock', pids: { relay: relay.pid }, stop };
}

/** @returns {Promise<object | null>} null if it is not available; the report says why. */
async function portkeyTarget() {
  try {
    const place = await installPortkey(process.env.EARSHOT_CACHE_DIR ?? '.local/cache');
    const target = await startPortkey(place, upstream);
    await untilAnswers(target).catch((error) => {
      target.stop();
      throw error;
    });
    return target;
  } catch (error) {
    missing.push(`Portkey's gateway is left out: ${error.message}`);
    return null;
  }
}
