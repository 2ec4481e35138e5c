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
  it('finds every budget met by figures within it', () => {
    expect(judge(figures({ gateway: 0.2, kafka: 0.3 })).every(({ met }) => met)).toBe(true);
  });

  it('counts the processor time of every process', () => {
    const [missed, ...more] = judge(figures({ gateway: 0.2, kafka: 0.4 })).filter(({ met }) => !met);
    expect([missed.value.toFixed(1), missed.budget, more]).toEqual(['0.6', 0.5, []]);
  });

  it('never calls a budget met whose figure is not known', () => {
    const unknown = judge(figures(null)).filter(({ met }) => !met);
    expect(unknown.map(({ value }) => value)).toEqual([null]);
  });

  it('says what went wrong, what was left out, and how noisy the machine was', () => {
    const earshot = figures({ gateway: 0.2 }, { c64: phase({ cpuMs: { gateway: 1 }, errors: ['3 x status 503'] }) });
    const { text } = report({
      figures: { direct: figures({}), earshot },
      labels: { direct: 'none', earshot: 'Earshot' },
      machine: { cores: 2, otherLoad: 0.5 },
      missing: ["Portkey's gateway is left out: no registry"],
    });
    expect(text).toContain('Earshot, c64: 3 x status 503');
    expect(text).toContain('left out: no registry');
    expect(text).toContain('0.5 were busy with other things. Run it again');
  });
});
