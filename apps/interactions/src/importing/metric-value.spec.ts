import { describe, expect, it } from '@jest/globals';
import type { Metric } from '@earshot/contracts-feedback';
import { metricValue } from './metric-value.js';

const metric = (kind: Metric['kind']) => ({ key: 'm', kind }) as Metric;
const refusal = expect.objectContaining({ code: 'metric_value_invalid', param: 'feedbacks[0].value' });
const taken = (kind: Metric['kind'], value: boolean | number) => metricValue(metric(kind), value, 'feedbacks[0].value');

describe('a bool metric', () => {
  it.each([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    [-0, false],
  ])('stores %p as %p', (given, kept) => expect(taken('bool', given)).toBe(kept));

  it.each([2, -1, 0.5, 1e308])('rejects %p', (given) => expect(() => taken('bool', given)).toThrow(refusal));
});

describe('a scalar metric', () => {
  it.each([0, -1.5, 1e308, 5e-324])('stores %p unchanged', (given) => expect(taken('scalar', given)).toBe(given));

  it.each([true, false])('rejects %p', (given) => expect(() => taken('scalar', given)).toThrow(refusal));
});
