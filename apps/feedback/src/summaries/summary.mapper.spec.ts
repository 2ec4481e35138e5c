import { describe, expect, it } from '@jest/globals';
import { rangeOf, bucketOf } from '../feedback/bucket.js';
import { merged, toSummary } from './summary.mapper.js';

describe('a histogram', () => {
  const bars = Array.from({ length: 300 }, (_, power) => ({ ...rangeOf(bucketOf(10 ** (power - 150))), count: power }));

  it('has at most 64 bars, which cover every value and do not overlap', () => {
    const few = merged(bars);
    expect(few.length).toBeLessThanOrEqual(64);
    expect(few.reduce((sum, { count }) => sum + count, 0)).toBe(bars.reduce((sum, { count }) => sum + count, 0));
    expect([few[0]?.from, few.at(-1)?.to]).toEqual([bars[0]?.from, bars.at(-1)?.to]);
    for (const [index, bar] of few.entries()) expect(bar.from).toBeGreaterThanOrEqual(few[index - 1]?.to ?? 0);
  });

  it('of few bars is unchanged', () => expect(merged(bars.slice(0, 64))).toEqual(bars.slice(0, 64)));
});

describe('a summary', () => {
  it('without values has no mean', () => {
    expect(toSummary([], [], null)).toEqual({
      count: 0,
      mean: null,
      variance: null,
      min: null,
      max: null,
      histogram: [],
      comparisons: { wins: 0, losses: 0, ties: 0 },
      by_model: [],
      by_day: [],
    });
  });

  it('has null for numbers beyond a double, and models by descending count', () => {
    const none = { model: null, day: null, bucket: null, min: 1, max: 2 };
    const totals = [
      { ...none, by: 'all' as const, count: '3', mean: '1e308', variance: `1${'0'.repeat(400)}` },
      { ...none, by: 'model' as const, model: 'p/rare', count: '1', mean: '1', variance: '0' },
      { ...none, by: 'model' as const, model: '', count: '2', mean: '1', variance: '0' },
    ];
    const { mean, variance, by_model } = toSummary(
      totals,
      [{ model: 'p/rare', wins: '4', losses: '0', ties: '1' }],
      null,
    );
    expect([mean, variance]).toEqual([1e308, null]);
    expect(by_model.map(({ model, count, comparisons }) => [model, count, comparisons.wins])).toEqual([
      [null, 2, 0],
      ['p/rare', 1, 4],
    ]);
  });
});
