/**
 * Measures bulk import throughput, list latency among a million interactions, and the cost of recording a completion.
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, EARSHOT_RUN_DIR, DATABASE_ADMIN_URL (set by infra/local/bench.mjs),
 * BENCH_OUT (file for the figures as JSON), BENCH_REPEATS of the completions (3), BENCH_LINES of the import (50,000),
 * BENCH_INTERACTIONS for the list (1,000,000).
 */
import { writeFileSync } from 'node:fs';
import { Child } from './child.mjs';
import { earshotTarget } from './earshot.mjs';
import { fillInteractions } from './interaction-fill.mjs';
import { table } from './markdown.mjs';
import { bodyFor } from './phases.mjs';
import { differenceOfMedians, percentile } from './statistics.mjs';
import { untilAnswers } from './targets.mjs';

const { EARSHOT_URL: url, EARSHOT_ADMIN_KEY: adminKey, DATABASE_ADMIN_URL: databaseUrl, BENCH_OUT: out } = process.env;
const repeats = Number(process.env.BENCH_REPEATS ?? 3);
const lines = Number(process.env.BENCH_LINES ?? 50_000);
const interactions = Number(process.env.BENCH_INTERACTIONS ?? 1_000_000);
/**
 * Concurrent chats, and the provider's time per answer, first token and token in milliseconds: one provider without
 * delay, which saturates the CPU, and one as fast as a real one.
 */
const recordingCases = [
  { inFlight: 1, answerMs: 0, tokenMs: 0 },
  { inFlight: 16, answerMs: 0, tokenMs: 0 },
  { inFlight: 1, answerMs: 25, tokenMs: 5 },
  { inFlight: 16, answerMs: 25, tokenMs: 5 },
];
/** Short, so that both variants run under the same conditions. */
const turnSeconds = 1;
/** Chats with a record, and as many without: enough to resolve 0.5 ms. */
const samples = 200;
/** Enough for a 99th percentile. */
const pages = 200;

const headers = { authorization: `Bearer ${adminKey}` };
const project = `bench-interactions-${Date.now().toString(36)}`;
const { id: projectId } = await call('POST', '/projects', { key: project });

const importPerSecond = await importedPerSecond();
const list = await listed();
const recording = await recordingCosts();
const figures = { bench: 'interactions', lines, interactions, importPerSecond, list, recording };
console.log(
  table(
    ['', 'measured', 'budget'],
    [
      ['bulk import, interactions/s', importPerSecond.toFixed(0), '>= 5,000'],
      ...Object.entries(list).map(([name, { p50Ms, p99Ms }]) => [
        `page of 20 among ${interactions}, ${name}: median, 99 %`,
        `${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)} ms`,
        '< 50 ms',
      ]),
      ...recording.map(({ inFlight, answerMs, totalMs, firstTokenMs }) => [
        `recording adds, ${inFlight} at a time of a model that takes ${answerMs} ms: to a whole answer, to the first token`,
        `${shown(totalMs)}, ${shown(firstTokenMs)} ms`,
        '< 3 ms, 0',
      ]),
    ],
  ),
);
if (out) writeFileSync(out, JSON.stringify(figures, null, 2));

async function importedPerSecond() {
  await imported(Math.ceil(lines / 10));
  const startedAt = performance.now();
  await imported(lines);
  return (lines / (performance.now() - startedAt)) * 1_000;
}

/** Sends lines in one request, as fast as they are read. */
async function imported(count) {
  const messages = [{ role: 'user', content: 'Why is the sky blue, and not green? '.repeat(8) }];
  const line = (index) => ({
    project,
    messages,
    completion: `Because of ${index}. `.repeat(20),
    user: `user ${index % 1000}`,
  });
  async function* body() {
    const batch = 500;
    for (let from = 0; from < count; from += batch) {
      const batchLines = Array.from({ length: Math.min(batch, count - from) }, (_, index) =>
        JSON.stringify(line(from + index)),
      );
      yield new TextEncoder().encode(`${batchLines.join('\n')}\n`);
    }
  }
  const response = await fetch(`${url}/api/v1/interactions/bulk`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  const answers = (await response.text()).trimEnd().split('\n');
  const refused = answers.find((answer) => answer.startsWith('{"error"'));
  if (answers.length !== count || refused)
    throw new Error(`${answers.length} of ${count} lines answered; first error: ${refused}`);
}

async function listed() {
  await fillInteractions(databaseUrl, projectId, interactions);
  const questions = {
    'the first': '',
    'of a user': 'user=0197a000-0000-7000-8000-000000000007',
    'with a rare label': 'label=rare:yes',
    'of a month ago': `created_before=${new Date(Date.now() - 30 * 86_400_000).toISOString()}`,
  };
  const result = {};
  for (const [name, query] of Object.entries(questions)) result[name] = await timesOf(query);
  return result;
}

async function timesOf(query) {
  const times = [];
  for (let page = 0; page < pages; page += 1) {
    const startedAt = performance.now();
    const { data } = await call('GET', `/projects/${project}/interactions?${query}`);
    times.push(performance.now() - startedAt);
    if (data.length === 0) throw new Error(`no interactions match '${query}'`);
  }
  times.sort((one, other) => one - other);
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

/** Runs the same chats with and without a record, in alternation. */
async function recordingCosts() {
  const provider = new Child('mock-provider.mjs');
  const client = new Child('load-client.mjs');
  try {
    const [{ port }] = await Promise.all([provider.output(), client.output()]);
    const target = await earshotTarget(`http://127.0.0.1:${port}`);
    await untilAnswers(target);
    const costs = [];
    for (const measured of recordingCases) {
      await provider.ask({ answerMs: measured.answerMs, delayMs: measured.tokenMs });
      costs.push({ ...measured, ...(await recordingCost(client, target, measured.inFlight)) });
    }
    return costs;
  } finally {
    client.stop();
    provider.stop();
  }
}

async function recordingCost(client, target, inFlight) {
  const times = async (store, stream) => {
    const body = JSON.stringify({ ...JSON.parse(bodyFor(target, stream)), store });
    const order = { url: target.url, headers: target.headers, body, inFlight, seconds: turnSeconds, each: true };
    const figures = await client.ask(order);
    if (Object.keys(figures.errors).length > 0) throw new Error(`chats failed: ${JSON.stringify(figures.errors)}`);
    return figures;
  };
  const added = async (stream, name) => {
    await times(true, stream);
    const [stored, unstored] = [[], []];
    for (let turn = 0; Math.min(stored.length, unstored.length) < samples || turn < 2 * repeats; turn += 1) {
      // Alternates, and each variant comes first equally often.
      const store = turn % 4 === 0 || turn % 4 === 3;
      (store ? stored : unstored).push(...(await times(store, stream))[name]);
    }
    return differenceOfMedians(stored, unstored);
  };
  return { totalMs: await added(false, 'totalsMs'), firstTokenMs: await added(true, 'firstBytesMs') };
}

/** @param {import('./statistics.mjs').Difference} difference */
function shown({ difference, from, to }) {
  return `${difference.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})`;
}

async function call(method, route, body) {
  const response = await fetch(`${url}/api/v1${route}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${answer.error?.message}`);
  return answer;
}
