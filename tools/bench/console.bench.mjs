/**
 * Measures what the console reads among a million interactions: pages of the table with filters and searches, near and
 * far from its start, of this project and of a small one beside it; counts, statistics, and keys of the table in a
 * browser.
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, DATABASE_ADMIN_URL (set by infra/local/bench.mjs), BENCH_OUT (file for
 * the figures as JSON), BENCH_INTERACTIONS (1,000,000), BENCH_SMALL_INTERACTIONS (5,000).
 */
import { writeFileSync } from 'node:fs';
import { keyTimes } from './console-keys.mjs';
import { fillInteractions } from './interaction-fill.mjs';
import { table } from './markdown.mjs';
import { percentile } from './statistics.mjs';

const { EARSHOT_URL: url, EARSHOT_ADMIN_KEY: adminKey, DATABASE_ADMIN_URL: databaseUrl, BENCH_OUT: out } = process.env;
const interactions = Number(process.env.BENCH_INTERACTIONS ?? 1_000_000);
const smallInteractions = Number(process.env.BENCH_SMALL_INTERACTIONS ?? 5_000);
/** Requests per figure: enough for a 95th percentile. */
const requests = 20;
/** Rows that the console reads at a time. */
const pageRows = 100;
const dayMs = 86_400_000;

const now = Date.now();
const ago = (days) => new Date(now - days * dayMs).toISOString();
const rareLabel = 'label=rare:yes';
const user = 'user=0197a000-0000-7000-8000-000000000007';
const failed = 'finish_reason=error';
const model = 'model=bench/model-1';

/** Queries of pages. A word is in: `usual` all, `common` 1/10, `some` 1/100, `seldom` 1/1,000, `rare` 1/100,000. */
const pages = [
  ...['', rareLabel, user, failed, model, `created_before=${ago(45)}`],
  ...['usual', 'common', 'some', 'seldom', 'rare', 'former', 'nowhere', 'w1', 'w19999'].map((text) => `text=${text}`),
  ...['"usual n900000"', 'rare or nowhere', 'common seldom', 'w3 w5 w7'].map(
    (text) => `text=${encodeURIComponent(text)}`,
  ),
  ...[rareLabel, user, failed, model].flatMap((filter) => ['some', 'seldom'].map((text) => `${filter}&text=${text}`)),
  `text=common&created_before=${ago(45)}`,
  `text=seldom&created_after=${ago(60)}&created_before=${ago(30)}`,
];
const smallPages = ['', 'text=usual', 'text=seldom', 'text=nowhere', 'text=w1'];
const statistics = {
  'a month by day': `from=${ago(30)}&interval=day`,
  'a month by day and model': `from=${ago(30)}&interval=day&group_by=model`,
  'a month by hour': `from=${ago(30)}&interval=hour`,
  'two weeks by hour and model': `from=${ago(14)}&interval=hour&group_by=model`,
  'all 90 days by day': `from=${ago(90)}&interval=day`,
  'a day by hour': '',
  '16 hours by minute': `from=${ago(16 / 24)}&interval=minute`,
};

const keys = ['console', 'console-small'].map((name) => `bench-${name}-${now.toString(36)}`);
const [project, small] = keys;
for (const [index, count] of [interactions, smallInteractions].entries()) {
  const { id } = await get('', { method: 'POST', body: JSON.stringify({ key: keys[index] }) });
  await fillInteractions(databaseUrl, id, count);
}
const figures = {
  ...{ bench: 'console', interactions, page_rows: pageRows },
  ...{ pages: await pageTimes(), counts: await countTimes(), statistics: await statisticsTimes() },
  keys: await keyTimes({ url, key: adminKey, project }),
};
const row =
  (budgetMs) =>
  ({ name, p50Ms, p95Ms }) => [name, p50Ms.toFixed(0), p95Ms.toFixed(0), `${budgetMs}`];
const rows = [...figures.pages.map(row(100)), ...figures.counts.map(row(500)), ...figures.statistics.map(row(500))];
rows.push(...figures.keys.map(row(100)));
console.log(table([`among ${interactions} interactions`, 'p50 ms', 'p95 ms', 'budget ms'], rows));
if (out) writeFileSync(out, JSON.stringify(figures, null, 2));

async function pageTimes() {
  const times = [];
  for (const query of pages) times.push(...(await listTimes(project, query)));
  for (const query of smallPages) times.push(...(await listTimes(small, query, 'small project: ')));
  return times;
}

/** Times of the first page, and of the pages after it. */
async function listTimes(key, query, prefix = '') {
  const name = `${prefix}${decodeURIComponent(query).replace(/T[\d:.]+Z/g, '') || 'no filter'}`;
  const list = (cursor) => get(`/${key}/interactions?limit=${pageRows}&${query}${cursor ? `&cursor=${cursor}` : ''}`);
  const first = await timed(() => list());
  const next = [];
  let { next_cursor: cursor } = await list();
  for (let page = 0; page < requests && cursor !== null; page += 1) {
    const startedAt = performance.now();
    ({ next_cursor: cursor } = await list(cursor));
    next.push(performance.now() - startedAt);
  }
  return [{ name, ...first }, ...(next.length === 0 ? [] : [{ name: `${name}, later pages`, ...percentiles(next) }])];
}

/** Times of the counts below the table, and in the preview of a dataset. */
async function countTimes() {
  const times = [];
  for (const query of ['', failed, `created_before=${ago(45)}`, rareLabel, user, 'text=common', 'format=sft'])
    times.push({
      name: `count: ${query.replace(/T[\d:.]+Z/g, '') || 'no filter'}`,
      ...(await timed(() => get(`/${project}/interactions/count?${query}`))),
    });
  return times;
}

async function statisticsTimes() {
  const times = [];
  for (const [name, query] of Object.entries(statistics)) {
    const measured = await timed(() => get(`/${project}/interactions/statistics?${query}`));
    times.push({ name: `statistics: ${name}`, ...measured });
  }
  return times;
}

async function timed(request) {
  const times = [];
  for (let turn = 0; turn < requests; turn += 1) {
    const startedAt = performance.now();
    await request();
    times.push(performance.now() - startedAt);
  }
  return percentiles(times);
}

function percentiles(times) {
  times.sort((one, other) => one - other);
  return { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
}

async function get(route, request) {
  const response = await fetch(`${url}/api/v1/projects${route}`, {
    headers: { authorization: `Bearer ${adminKey}`, ...(request && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(30_000),
    ...request,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${route}: ${response.status} ${answer.error?.message}`);
  return answer;
}
