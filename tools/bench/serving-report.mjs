import { number, table } from './markdown.mjs';

/** Budgets of the serving path, as ratios to Portkey's gateway in the same run (docs/benchmarks/README.md). */
const budgets = [
  { what: 'streams/s, 16 streams of 20 chunks', of: ({ sse0 }) => sse0.perSecond, atLeast: 2 },
  { what: 'first token p50, 16 streams, 10 ms between chunks', of: ({ sse10 }) => sse10.ttftP50Ms, atMost: 0.4 },
  { what: 'requests/s, 64 at a time', of: ({ c64 }) => c64.perSecond, atLeast: 1 },
];

const columns = {
  gateway: ({ label }) => label,
  '1: req/s, p50 / p99': ({ c1 }) => speed(c1),
  '16: req/s, p50 / p99': ({ c16 }) => speed(c16),
  '64: req/s, p50 / p99': ({ c64 }) => speed(c64),
  'CPU ms a request, 16 / 64': ({ c16, c64 }) => `${number(c16.cpuMsTotal)} / ${number(c64.cpuMsTotal)}`,
  'first token p50 / p99, 0 ms': ({ sse0 }) => `${number(sse0.ttftP50Ms)} / ${number(sse0.ttftP99Ms)}`,
  'first token p50 / p99, 10 ms': ({ sse10 }) => `${number(sse10.ttftP50Ms)} / ${number(sse10.ttftP99Ms)}`,
  'the same, begun apart': ({ sse10apart }) => `${number(sse10apart.ttftP50Ms)} / ${number(sse10apart.ttftP99Ms)}`,
  'longest gap p50 / p99, 10 ms': ({ sse10 }) => `${number(sse10.gapP50Ms)} / ${number(sse10.gapP99Ms)}`,
  'streams/s': ({ sse0 }) => number(sse0.perSecond),
  'CPU ms a stream': ({ sse0 }) => number(sse0.cpuMsTotal),
};

/**
 * Formats the figures as Markdown tables.
 *
 * @param {object} result The JSON figures.
 * @returns {{ text: string, budgets: { what: string, value: number | null, budget: number, met: boolean }[] }}
 */
export function report({ figures, labels, machine, missing }) {
  const rows = Object.entries(figures).map(([name, phases]) => ({ name, label: labels[name], ...phases }));
  const judged = judge(figures);
  const parts = [
    table(
      Object.keys(columns),
      rows.map((row) => Object.values(columns).map((cell) => cell(row))),
    ),
    'Times in ms; closed loop, the given number of requests at a time; streams 16 at a time, of 20 chunks, 0 or 10 ms apart, begun at once or ("apart") each after up to 100 ms.',
    ...ratios(rows),
    processTable(figures.earshot),
    budgetTable(judged),
    ...clientCost(figures.direct),
    ...missing,
    ...noise(machine),
    ...rows.flatMap(errorsOf),
  ];
  return { text: `\n${parts.join('\n\n')}\n`, budgets: judged };
}

/**
 * Returns the ratio of Earshot to Portkey for each budget; null if Portkey was not measured.
 *
 * @param {{ earshot: object, portkey?: object }} figures
 */
export function judge({ earshot, portkey }) {
  return budgets.map(({ what, of, atLeast, atMost }) => {
    const value = portkey === undefined ? null : of(earshot) / of(portkey);
    const met = value !== null && (atLeast === undefined ? value <= atMost : value >= atLeast);
    return { what, value, budget: atLeast ?? atMost, met };
  });
}

function ratios(rows) {
  const earshot = rows.find(({ name }) => name === 'earshot');
  return rows
    .filter(({ name }) => name === 'portkey' || name === 'relay')
    .map(({ label, c1, c16, c64, sse0 }) => {
      const of = (phase, own) => `${number(own.perSecond / phase.perSecond)} ×`;
      const pairs = [of(c1, earshot.c1), of(c16, earshot.c16), of(c64, earshot.c64), of(sse0, earshot.sse0)];
      return `Earshot's requests/s are those of ${label} ${pairs.slice(0, 3).join(', ')} (1, 16, 64 at a time), its streams/s ${pairs[3]}.`;
    });
}

function processTable({ c16, c64, sse0, sse10 }) {
  if (c64.cpuMs === null) return 'What the processes use is only known on Linux.';
  const of = (name) => [c16, c64, sse0, sse10].map(({ cpuMs }) => number(cpuMs[name]));
  const names = Object.keys(c64.cpuMs).sort((a, b) => c64.cpuMs[b] - c64.cpuMs[a]);
  const total = [c16, c64, sse0, sse10].map(({ cpuMsTotal }) => number(cpuMsTotal));
  const head = ['Earshot, CPU ms a request', '16', '64', 'a stream, 0 ms', 'a stream, 10 ms'];
  return table(head, [...names.map((name) => [name, ...of(name)]), ['together', ...total]]);
}

function budgetTable(judged) {
  const head = ['ratio to Portkey', 'is', 'budget', ''];
  return table(
    head,
    judged.map(({ what, value, budget, met }) => [
      what,
      value === null ? 'not measured' : number(value),
      number(budget),
      met ? 'met' : 'missed',
    ]),
  );
}

function clientCost({ c64, sse0 }) {
  return [
    `The load client itself takes ${number(c64.clientCpuMs)} ms CPU a request and ${number(sse0.clientCpuMs)} a stream, on the same cores.`,
  ];
}

function noise({ cores, otherLoad }) {
  if (otherLoad === null) return [];
  const text = `${cores} cores, of which ${number(Math.max(0, otherLoad))} were busy with other things.`;
  return [otherLoad > 0.1 ? `${text} Run it again on a quiet machine before you believe it.` : text];
}

function errorsOf(row) {
  const failed = Object.entries(row).filter(([, phase]) => phase?.errors?.length > 0);
  return failed.map(([phase, { errors }]) => `${row.label}, ${phase}: ${errors.join(', ')}`);
}

function speed({ perSecond, p50Ms, p99Ms }) {
  return `${number(perSecond)}, ${number(p50Ms)} / ${number(p99Ms)}`;
}
