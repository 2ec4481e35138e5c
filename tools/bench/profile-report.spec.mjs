import { describe, expect, it } from '@jest/globals';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { profileReport, selfTimes } from './profile-report.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const at = (file) => pathToFileURL(path.join(root, file)).href;
const node = (id, functionName, url = '', lineNumber = -1) => ({ id, callFrame: { functionName, url, lineNumber } });
const profile = {
  nodes: [
    node(1, '(idle)'),
    node(2, 'dispatch', at('libs/messaging/dist/work/a.js'), 9),
    node(3, '(garbage collector)'),
    node(4, '', at('node_modules/@scope/parser/lib/index.js'), 0),
    node(5, 'writev', 'node:internal/stream', 4),
    node(7, 'dispatch'),
    node(6, 'dispatch', at('libs/messaging/dist/work/a.js'), 9),
  ],
  samples: [1, 7, 2, 3, 4, 5, 6],
  timeDeltas: [90_000, 700_000, 2_000, 1_000, 3_000, 500, 2_000],
};

describe('selfTimes', () => {
  it('counts the self time of a function over all callers, without idle and profiler time', () => {
    const { busyMs, functions } = selfTimes(profile);
    expect(busyMs).toBe(8.5);
    expect(Object.entries(functions).slice(0, 2)).toEqual([
      ['dispatch libs/messaging/dist/work/a.js:10', 4],
      ['(anonymous) node_modules/@scope/parser/lib/index.js:1', 3],
    ]);
  });

  it('sums by package, module of Node.js and project', () => {
    expect(selfTimes(profile).packages).toEqual({
      'libs/messaging': 4,
      '@scope/parser': 3,
      '(garbage collector)': 1,
      'node:internal/stream': 0.5,
    });
  });
});

describe('profileReport', () => {
  it('divides the time by the requests', () => {
    const text = profileReport('gateway-0', { requests: 100, ...selfTimes(profile) });
    expect(text).toContain('gateway-0: 85 µs busy a request');
    expect(text).toContain('| libs/messaging | 47.1 % | 40 |');
  });
});
