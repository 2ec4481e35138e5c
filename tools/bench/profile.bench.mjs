/**
 * Takes CPU profiles of gateway and inference under 64 chats and 16 streams in flight.
 *
 * Environment: that of serving.bench.mjs, and BENCH_PROFILE_DIR, where the services write their profiles (profiler.mjs)
 * for Chrome's developer tools.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.mjs';
import { earshotTarget } from './earshot.mjs';
import { phases } from './phases.mjs';
import { profileReport, selfTimes } from './profile-report.mjs';
import { untilAnswers, warmUp } from './targets.mjs';
import { takeTurn } from './turns.mjs';

/** V8 needs a second to start profiling large programs. */
const profilerWithinMs = 30_000;
const folder = process.env.BENCH_PROFILE_DIR;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const results = {};

const provider = new Child('mock-provider.mjs');
const client = new Child('load-client.mjs');
try {
  const [{ port }] = await Promise.all([provider.output(), client.output()]);
  const target = await earshotTarget(`http://127.0.0.1:${port}`);
  const services = Object.entries(target.pids).filter(([name]) => /^(gateway|inference)-/.test(name));
  await untilAnswers(target);
  const run = { targets: [target], provider, client, seconds };
  await warmUp(run);
  mkdirSync(folder, { recursive: true });
  for (const phase of phases.filter(({ name }) => ['c64', 'sse0'].includes(name))) {
    for (const [, pid] of services) process.kill(pid, 'SIGUSR2');
    for (const [, pid] of services) await isThere(`${pid}.begun`);
    const { count } = await takeTurn(run, phase, target);
    for (const [, pid] of services) process.kill(pid, 'SIGUSR2');
    for (const [name, pid] of services) await reportOn(`${name}-${phase.name}`, pid, count);
  }
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(results, null, 2));
} finally {
  client.stop();
  provider.stop();
}

async function reportOn(name, pid, count) {
  const kept = path.join(folder, `${name}.cpuprofile`);
  renameSync(await isThere(`${pid}.cpuprofile`), kept);
  results[name] = { requests: count, ...selfTimes(JSON.parse(readFileSync(kept, 'utf8'))) };
  console.log(profileReport(name, results[name]));
  console.log(`\nThe whole profile: ${kept}\n`);
}

async function isThere(name) {
  const file = path.join(folder, name);
  for (const end = performance.now() + profilerWithinMs; !existsSync(file); await sleep(50)) {
    if (performance.now() > end) throw new Error(`The profiler did not write ${name} within ${profilerWithinMs} ms.`);
  }
  return file;
}
