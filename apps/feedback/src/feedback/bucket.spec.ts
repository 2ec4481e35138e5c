import { describe, expect, it } from '@jest/globals';
import { bucketOf, rangeOf } from './bucket.js';

describe('a bucket', () => {
  const ascending = [
    -Number.MAX_VALUE,
    -1e308,
    -2,
    -1.5,
    -1,
    -0.3,
    -Number.MIN_VALUE,
    0,
    Number.MIN_VALUE,
    1e-308,
    0.1,
    0.29,
    0.1 + 0.2,
    0.9,
    1,
    1.99,
    2,
    3,
    4,
    5,
    9.99,
    10,
    99,
    100,
    12_345,
    1e308,
    Number.MAX_VALUE,
  ];

  it.each(ascending)('of %d has a range that contains the value', (value) => {
    const { from, to } = rangeOf(bucketOf(value));
    expect(from).toBeLessThanOrEqual(value);
    expect(to).toBeGreaterThanOrEqual(value);
  });

  it('has no smaller number than the bucket of a smaller value', () => {
    const buckets = ascending.map(bucketOf);
    expect([...buckets].sort((a, b) => a - b)).toEqual(buckets);
  });

  it('is separate for each score from 1 to 5 and each tenth, and equal for both zeros', () => {
    const scores = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 2, 3, 4, 5];
    expect(new Set(scores.map(bucketOf)).size).toBe(scores.length);
    expect(bucketOf(-0)).toBe(bucketOf(0));
  });

  it('adjoins the next one without a gap', () => {
    for (let tenth = 1; tenth < 9; tenth += 1) {
      expect(rangeOf(bucketOf(tenth / 10)).to).toBe(rangeOf(bucketOf((tenth + 1) / 10)).from);
    }
    expect(rangeOf(bucketOf(9)).to).toBe(rangeOf(bucketOf(10)).from);
  });
});
