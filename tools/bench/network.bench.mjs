/**
 * Measures each route with a slow and lossy network between the hosts of the installation (infra/network/README.md).
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, EARSHOT_RUN_DIR, EARSHOT_WIRE_URL, EARSHOT_TEST_HOST (set by
 * infra/local/bench.mjs), BENCH_OUT (file for the figures as JSON), BENCH_SECONDS per turn (2), BENCH_REPEATS (3).
 */
import { writeFileSync } from 'node:fs';
import { Child } from './child.mjs';
import { earshotTarget } from './earshot.mjs';
import { number, table } from './markdown.mjs';
import { networkRoutes } from './network-routes.mjs';
import { percentile } from './statistics.mjs';

/** The first is what the others are compared with; the last two differ in loss alone. */
const conditions = [
  { name: '0 ms', round_trip_ms: 0, loss: 0 },
  { name: '1 ms, 0.1 %', round_trip_ms: 1, loss: 0.001 },
  { name: '5 ms, 0.1 %', round_trip_ms: 5, loss: 0.001 },
  { name: '20 ms, 0.1 %', round_trip_ms: 20, loss: 0.001 },
  { name: '20 ms', round_trip_ms: 20, loss: 0 },
];
const inFlight = 16;
const warmUpSeconds = 2;
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const repeats = Number(process.env.BENCH_REPEATS ?? 3);

const provider = new Child('mock-provider.mjs');
try {
  const { port } = await provider.output();
  const upstream = `http://${process.env.EARSHOT_TEST_HOST}:${port}`;
  const routes = await networkRoutes(await earshotTarget(upstream), upstream);
  for (const route of routes) await turn(route, inFlight, warmUpSeconds);
  const figures = await measured(routes);
  const rows = routes.map(({ name }) => ({ name, ...summary(figures, name) }));
  console.log(report(rows));
  const result = { bench: 'network', date: new Date().toISOString(), seconds, repeats, inFlight, rows };
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(result, null, 2));
} finally {
  await setNetwork(conditions[0]);
  provider.stop();
}

/** Takes the conditions in turn for each route, so that disturbances affect all of them equally. */
async function measured(routes) {
  const figures = new Map();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const route of routes) {
      for (const condition of repeat % 2 === 0 ? conditions : conditions.toReversed()) {
        await setNetwork(condition);
        const key = `${route.name}/${condition.name}`;
        const { alone = [], together = [], perSecond = [] } = figures.get(key) ?? {};
        alone.push(...(await turn(route, 1, seconds)).times);
        const load = await turn(route, inFlight, seconds);
        together.push(...load.times);
        perSecond.push(load.perSecond);
        figures.set(key, { alone, together, perSecond });
      }
    }
  }
  return figures;
}

/** Sends requests for some seconds, each after the answer to the one before. */
async function turn({ request }, count, forSeconds) {
  const times = [];
  const startedAt = performance.now();
  const loop = async () => {
    do times.push(await request());
    while (performance.now() - startedAt < forSeconds * 1_000);
  };
  await Promise.all(Array.from({ length: count }, loop));
  return { times, perSecond: times.length / ((performance.now() - startedAt) / 1_000) };
}

function summary(figures, route) {
  const byCondition = conditions.map((condition) => {
    const { alone, together, perSecond } = figures.get(`${route}/${condition.name}`);
    for (const times of [alone, together, perSecond]) times.sort((one, other) => one - other);
    const p50Ms = percentile(alone, 0.5);
    return [condition.name, { p50Ms, p99Ms: percentile(together, 0.99), perSecond: percentile(perSecond, 0.5) }];
  });
  const byName = Object.fromEntries(byCondition);
  const added = byName['20 ms'].p50Ms - byName['0 ms'].p50Ms;
  return { roundTrips: added / 20, byName };
}

function report(rows) {
  const names = conditions.map(({ name }) => name);
  const part = (title, cell) =>
    table(
      [title, ...names],
      rows.map(({ name, byName }) => [name, ...names.map((each) => cell(byName, each))]),
    );
  const base = (byName, field) => byName[names[0]][field];
  return [
    part('p50 ms, 1 in flight', (byName, each) => number(byName[each].p50Ms)),
    part(`p99 ms, ${inFlight} in flight`, (byName, each) => number(byName[each].p99Ms)),
    part(`requests/s, ${inFlight} in flight`, (byName, each) => number(byName[each].perSecond)),
    part('share of the requests/s', (byName, each) => number(byName[each].perSecond / base(byName, 'perSecond'))),
    table(
      ['', 'round trips'],
      rows.map(({ name, roundTrips }) => [name, roundTrips.toFixed(1)]),
    ),
  ].join('\n\n');
}

async function setNetwork({ round_trip_ms, loss }) {
  const body = JSON.stringify({ round_trip_ms, loss });
  const response = await fetch(process.env.EARSHOT_WIRE_URL, { method: 'PUT', body });
  if (!response.ok) throw new Error(`The network was not changed: ${response.status} ${await response.text()}`);
}
