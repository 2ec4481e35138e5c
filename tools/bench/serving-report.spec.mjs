import { describe, expect, it } from '@jest/globals';
import { judge, report } from './serving-report.mjs';

const phase = (figures) => ({
  perSecond: 5000,
  p50Ms: 2,
  p99Ms: 4,
  ttftP50Ms: 3,
  gapP50Ms: 12,
  errors: [],
  ...figures,
});
const figures = (cpuMs, changed = {}) => ({
  ...Object.fromEntries(
    ['c1', 'c16', 'c64', 'sse0', 'sse10', 'sse10apart'].map((name) => [
      name,
      phase({ cpuMs, cpuMsTotal: cpuMs && Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0) }),
    ]),
  ),
  ...changed,
});

describe('the report on the serving path', () => {
  const earshot = figures({ gateway: 0.2 }, { sse10: phase({ ttftP50Ms: 1 }), sse0: phase({ perSecond: 10_000 }) });

  it('passes budgets with ratios within them', () => {
    expect(judge({ earshot, portkey: figures({}) }).map(({ value, met }) => [value, met])).toEqual([
      [2, true],
      [1 / 3, true],
      [1, true],
    ]);
  });

  it('names the exceeded ratio', () => {
    const portkey = figures({}, { c64: phase({ perSecond: 10_000 }) });
    const missed = judge({ earshot, portkey }).filter(({ met }) => !met);
    expect(missed.map(({ what, value }) => [what, value])).toEqual([['requests/s, 64 at a time', 0.5]]);
  });

  it('passes no budget when Portkey could not be measured', () => {
    expect(judge({ earshot }).map(({ value, met }) => [value, met])).toEqual(Array(3).fill([null, false]));
  });

  it('reports failures, skipped runs and the noise of the machine', () => {
    const failing = figures({ gateway: 0.2 }, { c64: phase({ cpuMs: { gateway: 1 }, errors: ['3 x status 503'] }) });
    const { text } = report({
      figures: { direct: figures({}), earshot: failing },
      labels: { direct: 'none', earshot: 'Earshot' },
      machine: { cores: 2, otherLoad: 0.5 },
      missing: ["Portkey's gateway is left out: no registry"],
    });
    expect(text).toContain('Earshot, c64: 3 x status 503');
    expect(text).toContain('left out: no registry');
    expect(text).toContain('0.5 were busy with other things. Run it again');
  });
});
