/**
 * Converts a dataset of 2 GiB (BENCH_DATASET_MIB) and downloads it in recipe format. Measures throughput, memory of the
 * storage service, and the latency of other requests meanwhile.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processes } from './earshot.mjs';
import { table } from './markdown.mjs';
import { MemoryWatch } from './memory-watch.mjs';
import { percentile } from './statistics.mjs';

const mebibyte = 1_048_576;
const partBytes = 32 * mebibyte;
const budgetMiB = 256;
const { EARSHOT_URL: url, EARSHOT_ADMIN_KEY: adminKey, EARSHOT_RUN_DIR: runDir, BENCH_OUT: out } = process.env;
const sizeMiB = Number(process.env['BENCH_DATASET_MIB'] ?? 2_048);
const project = `bench-${Date.now().toString(36)}`;
const storage = processes(path.join(runDir, 'processes'))['storage-0'];

const answer = await run();
const budget = `${answer.storage_peak_rss_mib} MiB (at most ${budgetMiB})`;
console.log(`\nA dataset of ${sizeMiB} MiB, ${answer.rows} rows\n`);
console.log(
  table(
    ['', ''],
    [
      ['converted', `${answer.convert_mib_s} MiB/s`],
      ['downloaded in recipe format', `${answer.download_mib_s} MiB/s`],
      ['memory of storage, at most', budget],
      ['memory of storage before', `${answer.storage_rss_before_mib} MiB`],
      ['answers of storage meanwhile, median', `${answer.read_p50_ms} ms`],
      ['the slowest of a hundred', `${answer.read_p99_ms} ms`],
    ],
  ),
);
if (out) writeFileSync(out, JSON.stringify(answer));

async function run() {
  await call('POST', '/projects', { key: project });
  const session = await upload(linesOf(partBytes), sizeMiB / (partBytes / mebibyte));
  const watch = new MemoryWatch({ storage });
  const began = performance.now();
  await call('POST', `/projects/${project}/datasets`, { key: 'large', upload_session_id: session });
  const { dataset, times } = await converted();
  times.sort((one, other) => one - other);
  const convertS = (performance.now() - began) / 1_000;
  const downloadS = await download(dataset.recipe_size);
  if (dataset.status !== 'ready') throw new Error(`the dataset is ${JSON.stringify(dataset)}`);
  const memory = watch.stop().storage;
  return {
    rows: dataset.rows,
    convert_mib_s: Math.round(sizeMiB / convertS),
    download_mib_s: Math.round(dataset.recipe_size / mebibyte / downloadS),
    storage_rss_before_mib: Math.round(memory.before),
    storage_peak_rss_mib: Math.round(memory.most),
    read_p50_ms: Math.round(percentile(times, 0.5)),
    read_p99_ms: Math.round(percentile(times, 0.99)),
  };
}

/** Rows of about 1 KiB that fill a part to its last byte. */
function linesOf(bytes) {
  const words = 'What came of the order that I placed on Tuesday? It should have been here by now. '.repeat(6);
  const line = `${JSON.stringify({ messages: [{ role: 'user', content: words }], completion: words, metrics: { score: 0.5 } })}\n`;
  const part = Buffer.alloc(bytes, line);
  // Blank the truncated last line.
  const end = bytes - (bytes % Buffer.byteLength(line));
  return part.fill(' ', end, bytes - 1).fill('\n', bytes - 1);
}

async function upload(part, count) {
  const metadata = { project };
  const { session_id: session } = await call('POST', '/upload/init', { total_parts_count: count, metadata });
  for (let number = 1; number <= count; number++)
    await call('POST', `/upload/part?session_id=${session}&part_number=${number}`, part, 'application/octet-stream');
  return session;
}

/** Requests in a loop, to measure latency during the conversion. */
async function converted() {
  const times = [];
  for (;;) {
    const began = performance.now();
    const dataset = await call('GET', `/projects/${project}/datasets/large`);
    times.push(performance.now() - began);
    if (dataset.status !== 'processing') return { dataset, times };
    await sleep(20);
  }
}

async function download(size) {
  const began = performance.now();
  const address = `${url}/api/v1/projects/${project}/datasets/large/download?format=recipe`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${adminKey}` } });
  let got = 0;
  for await (const piece of response.body) got += piece.length;
  if (got !== size) throw new Error(`${got} bytes received instead of ${size}`);
  return (performance.now() - began) / 1_000;
}

async function call(method, route, body, type = 'application/json') {
  const response = await fetch(`${url}/api/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, ...(body && { 'content-type': type }) },
    body: body === undefined || body instanceof Buffer ? body : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${answer.error?.message}`);
  return answer;
}
