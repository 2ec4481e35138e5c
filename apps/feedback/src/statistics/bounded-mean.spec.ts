import { describe, expect, it } from '@jest/globals';
import { boundedMeanInterval } from './bounded-mean.js';
import { logBeta } from './log-beta.js';

describe('the interval of a mean between 0 and 1', () => {
  it('is the whole range without observations', () => {
    expect(boundedMeanInterval(0, 0, 0.05)).toEqual({ low: 0, high: 1 });
  });

  it.each([
    [10, 10],
    [10, 0],
    [10, 3],
    [250, 124.75],
    [1_000_000, 500_000],
    [1_000_000, 1],
  ])('has for %d observations with the sum %d the ends at which the mixture is 1 / alpha', (count, sum) => {
    const alpha = 0.05;
    const { low, high } = boundedMeanInterval(count, sum, alpha);
    const logMixture = (m: number) =>
      logBeta(0.5 + sum, 0.5 + count - sum) - logBeta(0.5, 0.5) - sum * Math.log(m) - (count - sum) * Math.log1p(-m);
    if (sum > 0) expect(logMixture(low)).toBeCloseTo(-Math.log(alpha), 5);
    else expect(low).toBe(0);
    if (sum < count) expect(logMixture(high)).toBeCloseTo(-Math.log(alpha), 5);
    else expect(high).toBe(1);
    expect(low).toBeLessThanOrEqual(sum / count);
    expect(high).toBeGreaterThanOrEqual(sum / count);
  });

  it('is symmetric, and tolerates sums that rounding moved out of their range', () => {
    const { low, high } = boundedMeanInterval(40, 13, 0.02);
    const other = boundedMeanInterval(40, 27, 0.02);
    expect([1 - other.high, 1 - other.low]).toEqual([expect.closeTo(low, 12), expect.closeTo(high, 12)]);
    expect(boundedMeanInterval(5, 5.000000001, 0.05)).toEqual(boundedMeanInterval(5, 5, 0.05));
  });
});
