import { expect, it } from '@jest/globals';
import { allRules, sooner, soonerRules } from './rules.js';

it('divides the ranges of an expression, and nothing else', () => {
  const expr = 'sum(rate(a_total{status=~"5.."}[5m])) > 0.01 * max(min_over_time(b[10m])) and increase(c[1h]) > 1000';
  expect(sooner(expr)).toBe(
    'sum(rate(a_total{status=~"5.."}[20000ms])) > 0.01 * max(min_over_time(b[40000ms])) and increase(c[240000ms]) > 1000',
  );
});

it('keeps every rule with its labels and annotations', () => {
  const sped = soonerRules().groups.flatMap(({ rules }) => rules);
  const fixed = ({ alert, labels, annotations }: (typeof sped)[number]) => ({ alert, labels, annotations });
  expect(sped.map(fixed)).toEqual(allRules().map(fixed));
  expect(sped.map((rule) => rule.for)).not.toContain('10m');
});
