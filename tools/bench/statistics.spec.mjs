import { describe, expect, it } from '@jest/globals';
import { differenceOfMedians, median, percentile } from './statistics.mjs';

describe('percentile', () => {
  it.each([
    [[1, 2, 3, 4], 0.5, 2],
    [[1, 2, 3, 4], 0.99, 4],
    [[7], 0.5, 7],
    [[], 0.5, null],
  ])('of %j at %d is %p', (sorted, share, value) => expect(percentile(sorted, share)).toBe(value));
});

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[null, 5, NaN], 5],
    [[null], null],
  ])('of %j is %p', (values, value) => expect(median(values)).toBe(value));
});

describe('differenceOfMedians', () => {
  const values = (from) => Array.from({ length: 101 }, (_, index) => from + index);

  it('separates significant differences from noise', () => {
    const far = differenceOfMedians(values(200), values(100));
    expect(far.difference).toBe(100);
    expect(far.from).toBeGreaterThan(0);
    const same = differenceOfMedians(values(100), values(100));
    expect(same.difference).toBe(0);
    expect(same.from).toBeLessThan(0);
    expect(same.to).toBeGreaterThan(0);
  });
});
