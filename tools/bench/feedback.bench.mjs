/**
 * Measures acknowledged feedback per second with 64 requests in flight: durable, summarised and published. Then
 * measures statistics of a month with a million values.
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, EARSHOT_RUN_DIR, DATABASE_ADMIN_URL (set by infra/local/bench.mjs),
 * BENCH_OUT (file for the figures as JSON), BENCH_SECONDS per turn (2), BENCH_REPEATS (3), BENCH_VALUES of the month
 * (1,000,000).
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Child } from './child.mjs';
import { call, earshotTarget } from './earshot.mjs';
import { fillFeedback } from './feedback-fill.mjs';
import { number, table } from './markdown.mjs';
import { isKnown, processorMs } from './processor-time.mjs';
import { median, percentile, sum } from './statistics.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const repeats = Number(process.env.BENCH_REPEATS ?? 3);
const values = Number(process.env.BENCH_VALUES ?? 1_000_000);
const warmUpSeconds = 4;
/** Reads of each kind of statistics. */
const reads = 30;
const inFlight = 64;
const budget = { perSecond: 3_000, p99Ms: 50, statisticsMs: 500 };

const provider = new Child('mock-provider.mjs');
const client = new Child('load-client.mjs');
const [{ port }] = await Promise.all([provider.output(), client.output()]);
try {
  const target = await earshotTarget(`http://127.0.0.1:${port}`);
  const judged = await completionsOf(target, 16);
  const acknowledged = new Map();
  const figures = {};
  const phases = await phasesOf(target, judged);
  // Warm up: the first measurement must not pay for compilation.
  for (const phase of phases) await turn(target, phase, warmUpSeconds, acknowledged);
  for (const phase of phases) {
    const turns = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) turns.push(await turn(target, phase, seconds, acknowledged));
    figures[phase.name] = medians(turns);
  }
  const stored = await compare(target, acknowledged);
  report(figures, stored, await statisticsOf(target));
} finally {
  client.stop();
  provider.stop();
}

/** Completions of one prompt, with their sessions. */
async function completionsOf({ url, headers, model }, count) {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] });
  const ask = async () => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    if (!response.ok) throw new Error(`a chat failed with status ${response.status}`);
    const { choices, session_id } = await response.json();
    return { completion: choices[0].completion_id, session: session_id };
  };
  return Promise.all(Array.from({ length: count }, ask));
}

/** The measured requests and their metrics. */
async function phasesOf({ project }, judged) {
  const metric = async (key) => {
    await call(`/projects/${project}/metrics`, { key, kind: 'scalar' });
    return key;
  };
  const many = await Promise.all(Array.from({ length: 8 }, (_, index) => metric(`many-${index}`)));
  const [single, corrected, outcomes, compared] = await Promise.all(
    ['single', 'corrected', 'outcomes', 'compared'].map(metric),
  );
  const users = Array.from({ length: 1_000 }, () => randomUUID());
  const of = (list, index) => list[index % list.length];
  const bodies = (count, make) => Array.from({ length: count }, (_, index) => JSON.stringify(make(index)));
  const feedbackBody = (index, key) => ({ completion_id: of(judged, index).completion, metric: key, value: index % 5 });
  return [
    {
      name: 'one metric',
      path: 'feedback',
      metrics: [single],
      bodies: bodies(80, (index) => feedbackBody(index, single)),
    },
    {
      name: 'eight metrics',
      path: 'feedback',
      metrics: many,
      bodies: bodies(80, (index) => feedbackBody(index, of(many, index))),
    },
    {
      name: 'corrections',
      path: 'feedback',
      metrics: [],
      bodies: bodies(1_000, (index) => ({ ...feedbackBody(index, corrected), user_id: of(users, index) })),
    },
    {
      name: 'outcomes',
      path: 'outcome',
      metrics: [outcomes],
      bodies: bodies(80, (index) => ({
        project,
        session_id: of(judged, index).session,
        metric: outcomes,
        value: index % 5,
      })),
    },
    {
      name: 'comparisons',
      path: 'comparison',
      metrics: [],
      bodies: bodies(80, (index) => ({
        metric: compared,
        preferred_completion: of(judged, index).completion,
        other_completion: of(judged, index + 1).completion,
      })),
    },
  ];
}

async function turn({ url, headers, pids }, { path, metrics, bodies }, turnSeconds, acknowledged) {
  const before = isKnown ? sum(processorMs(pids)) : null;
  const address = new URL(`/api/v1/${path}`, url).href;
  const figures = await client.ask({ url: address, headers, body: bodies, inFlight, seconds: turnSeconds });
  const good = figures.count - sum(figures.errors);
  const name = metrics.join();
  if (name !== '') acknowledged.set(name, (acknowledged.get(name) ?? 0) + good);
  return { ...figures, cpuMs: before === null ? null : (sum(processorMs(pids)) - before) / Math.max(1, good) };
}

function medians(turns) {
  const of = (name) => median(turns.map((one) => one[name]));
  const failed = turns.reduce((total, { errors }) => total + sum(errors), 0);
  return { perSecond: of('perSecond'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), cpuMs: of('cpuMs'), failed };
}

/** Compares the summaries with the acknowledged feedback. */
async function compare({ url, headers, project }, acknowledged) {
  let [expected, counted] = [0, 0];
  for (const [names, count] of acknowledged) {
    expected += count;
    for (const name of names.split(',')) {
      const address = new URL(`/api/v1/projects/${project}/metrics/${name}/summary`, url);
      counted += (await (await fetch(address, { headers })).json()).count;
    }
  }
  return { expected, counted };
}

/** Reads statistics of a month, one request after the other. */
async function statisticsOf({ url, headers, project }) {
  const path = `/projects/${project}`;
  const created = await Promise.all(
    Array.from({ length: 4 }, (_, index) => call(`${path}/metrics`, { key: `month-${index}`, kind: 'scalar' })),
  );
  const { id } = await (await fetch(new URL(`/api/v1${path}`, url), { headers })).json();
  const metrics = created.map((metric) => metric.id);
  await fillFeedback(process.env.DATABASE_ADMIN_URL, id, metrics, values);
  const figures = {};
  for (const query of [
    'interval=hour',
    'interval=hour&group_by=model',
    'interval=day',
    'interval=day&group_by=model',
  ]) {
    const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const address = new URL(`/api/v1${path}/feedback/statistics?${query}&from=${from}`, url);
    const times = [];
    for (let read = 0; read < reads; read += 1) {
      const startedAt = performance.now();
      const response = await fetch(address, { headers });
      await response.text();
      if (!response.ok) throw new Error(`statistics failed with status ${response.status}`);
      times.push(performance.now() - startedAt);
    }
    times.sort((one, other) => one - other);
    figures[query] = { p50Ms: median(times), p99Ms: percentile(times, 0.99) };
  }
  return figures;
}

function report(figures, stored, statistics) {
  const rows = Object.entries(figures).map(([name, one]) => [
    name,
    ...[one.perSecond, one.p50Ms, one.p99Ms, one.cpuMs].map(number),
    String(one.failed),
  ]);
  const head = [`${inFlight} under way`, 'acknowledged/s', 'p50 ms', 'p99 ms', 'CPU ms each', 'failed'];
  console.log(table(head, rows));
  const worst = figures['one metric'];
  const kept = worst.perSecond >= budget.perSecond && worst.p99Ms < budget.p99Ms;
  console.log(
    `\nBudget (one metric, ${budget.perSecond}/s, p99 below ${budget.p99Ms} ms): ${kept ? 'kept' : 'not kept'}.`,
  );
  const month = Object.entries(statistics).map(([name, one]) => [name, ...[one.p50Ms, one.p99Ms].map(number)]);
  console.log(
    `\n${table([`statistics of ${values} values, budget ${budget.statisticsMs} ms`, 'p50 ms', 'p99 ms'], month)}\n`,
  );
  console.log(`Acknowledged ${stored.expected}, counted in summaries ${stored.counted}.`);
  const date = new Date().toISOString();
  const result = { bench: 'feedback', date, seconds, repeats, figures, statistics, values, stored, budget, kept };
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(result, null, 2));
}
