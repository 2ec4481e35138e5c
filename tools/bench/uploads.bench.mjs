/**
 * Transfers 1 GiB up and down through the gateway, and with the `minio` client directly; then 100 parts concurrently.
 * Records the services' memory.
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, EARSHOT_RUN_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET
 * (set by infra/local/bench.mjs), BENCH_OUT (file for the figures as JSON), BENCH_REPEATS (3).
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { processes } from './earshot.mjs';
import { median } from './statistics.mjs';
import { number, table } from './markdown.mjs';
import { MemoryWatch } from './memory-watch.mjs';
import { bucketTarget, gatewayTarget } from './upload-targets.mjs';

const mebibyte = 1_048_576;
const fileBytes = 1_024 * mebibyte;
/** Part size of the MinIO client. */
const partBytes = 64 * mebibyte;
const repeats = Number(process.env.BENCH_REPEATS ?? 3);

const pids = processes(path.join(process.env.EARSHOT_RUN_DIR, 'processes'));
const watched = Object.fromEntries(Object.entries(pids).filter(([name]) => /^(gateway|storage)-/.test(name)));
const part = randomBytes(partBytes);
const targets = [bucketTarget(), await gatewayTarget()];
const file = { parts: fileBytes / partBytes, part };

for (const target of targets) await target.remove(await target.upload({ parts: 1, part }));
const memory = new MemoryWatch(watched);
const rates = { minio: { up: [], down: [] }, earshot: { up: [], down: [] } };
for (let round = 0; round < repeats; round += 1) {
  for (const target of round % 2 === 0 ? targets : targets.toReversed()) await measure(target);
}
const many = await targets[1].uploadAtOnce(100, part.subarray(0, 8 * mebibyte));
const grown = memory.stop();
report();

async function measure(target) {
  const began = performance.now();
  const id = await target.upload(file);
  const uploaded = performance.now();
  const received = await target.download(id);
  const downloaded = performance.now();
  if (received !== fileBytes) throw new Error(`${target.name}: ${received} of ${fileBytes} bytes received`);
  await target.remove(id);
  // Building the file is measured separately from sending it.
  rates[target.name].up.push(perSecond(fileBytes, uploaded - began - (target.assemblyMs ?? 0)));
  rates[target.name].down.push(perSecond(fileBytes, downloaded - uploaded));
}

function perSecond(bytes, ms) {
  return bytes / mebibyte / (ms / 1_000);
}

function report() {
  const middle = (name, way) => median(rates[name][way]);
  const share = (way) => middle('earshot', way) / middle('minio', way);
  const rows = ['up', 'down'].map((way) => [
    `1 GiB ${way}`,
    number(middle('minio', way)),
    number(middle('earshot', way)),
    `${number(share(way) * 100)} %`,
  ]);
  console.log(table(['MiB/s', 'minio client', 'Earshot', 'share'], rows));
  console.log(`100 parts of 8 MiB at once: ${number(perSecond(100 * 8 * mebibyte, many))} MiB/s`);
  for (const [name, { before, most }] of Object.entries(grown)) {
    console.log(`${name}: ${number(before)} MiB before, ${number(most)} MiB at most (+${number(most - before)})`);
  }
  const budgets = {
    upAtLeast60Percent: share('up') >= 0.6,
    downAtLeast60Percent: share('down') >= 0.6,
    memoryGrowsBy64MiBAtMost: Object.values(grown).every(({ before, most }) => most - before <= 64),
  };
  console.log(
    Object.entries(budgets)
      .map(([name, isWithinBudget]) => `${isWithinBudget ? 'met' : 'NOT met'}: ${name}`)
      .join('\n'),
  );
  const machine = { cores: cpus().length, processor: cpus()[0]?.model, node: process.version };
  const result = { bench: 'uploads', date: new Date().toISOString(), repeats, machine, rates, grown, many, budgets };
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(result, null, 2));
}
