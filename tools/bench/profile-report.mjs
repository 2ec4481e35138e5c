import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { number, table } from './markdown.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const shown = 25;

/**
 * Returns the self time per function.
 *
 * @param {{ nodes: { id: number, callFrame: { functionName: string, url: string, lineNumber: number } }[], samples: number[], timeDeltas: number[] }} profile
 *   As written by V8.
 * @returns {{ busyMs: number, functions: Record<string, number>, packages: Record<string, number> }} Milliseconds in descending order,
 *   without idle time and the profiler's own.
 */
export function selfTimes({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map();
  const packages = new Map();
  let busyMs = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame.functionName === '(idle)' || isProfiler(frame)) continue;
    const ms = timeDeltas[index] / 1000;
    busyMs += ms;
    add(functions, functionOf(frame), ms);
    add(packages, packageOf(frame), ms);
  }
  return { busyMs, functions: ordered(functions), packages: ordered(packages) };
}

/**
 * @param {string} name Name of the process.
 * @param {{ requests: number } & ReturnType<typeof selfTimes>} times
 * @returns {string} Markdown tables.
 */
export function profileReport(name, { requests, busyMs, functions, packages }) {
  const rows = (times) =>
    Object.entries(times)
      .slice(0, shown)
      .map(([what, ms]) => [what, `${number((ms / busyMs) * 100)} %`, number((ms / requests) * 1000)]);
  const busy = `${name}: ${number((busyMs / requests) * 1000)} µs busy a request, ${requests} requests.`;
  const head = (what) => [what, 'share', 'µs a request'];
  return [busy, table(head('package'), rows(packages)), table(head('function'), rows(functions))].join('\n\n');
}

/** The inspector's own work: native code without a URL. */
function isProfiler({ functionName, url }) {
  return functionName === 'dispatch' && url === '';
}

function add(times, name, ms) {
  times.set(name, (times.get(name) ?? 0) + ms);
}

function ordered(times) {
  return Object.fromEntries([...times].sort(([, a], [, b]) => b - a));
}

function functionOf({ functionName, url, lineNumber }) {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name} ${placeOf(url)}:${lineNumber + 1}`;
}

/** An npm package, a Node module, a project of this repository, or V8 itself. */
function packageOf({ functionName, url }) {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8';
  const place = placeOf(url);
  const [, installed] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place) ?? [];
  const [own] = /^(apps|libs)\/.*?(?=\/(dist|src)\/)/.exec(place) ?? [];
  return installed ?? own ?? place;
}

function placeOf(url) {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  return path.isAbsolute(file) ? path.relative(root, file) : file;
}
