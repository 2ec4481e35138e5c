import { describe, expect, it } from '@jest/globals';
import { separate } from './interval.js';
import { meanIntervals, probabilitiesOfBestMean } from './means.js';

const sample = (count: number, mean: number, squares = 0) => ({ count, mean, squares });

describe('intervals of means', () => {
  it('are wider when more of them must hold together', () => {
    const width = (models: number) => {
      const [first] = meanIntervals(
        Array.from({ length: models }, () => sample(50, 0.5)),
        'bounded',
        0.05,
      );
      return (first?.high ?? 0) - (first?.low ?? 0);
    };
    expect(width(2)).toBeLessThan(width(5));
    expect(width(5)).toBeLessThan(width(10));
  });

  it('of unbounded values follow their formula', () => {
    // Of (4 + 4) / 100 the variance; each of the two has half of alpha.
    const [first] = meanIntervals([sample(100, 1, 396), sample(100, 1, 404)], 'unbounded', 0.05);
    const [alpha, n, variance] = [0.025, 100, (396 + 4) / 100];
    const rho2 = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / 100;
    const margin = Math.sqrt(
      variance * ((2 * (n * rho2 + 1)) / (n ** 2 * rho2)) * Math.log(Math.sqrt(n * rho2 + 1) / alpha),
    );
    expect(first).toEqual({ low: expect.closeTo(1 - margin, 12), high: expect.closeTo(1 + margin, 12) });
  });

  it('of unbounded values are unknown for one observation, equal observations, or beyond doubles', () => {
    expect(meanIntervals([sample(1, 3), sample(9, 4, 2)], 'unbounded', 0.05)[0]).toBeNull();
    expect(meanIntervals([sample(10, 3), sample(10, 3)], 'unbounded', 0.05)).toEqual([null, null]);
    expect(meanIntervals([sample(10, 1e308), sample(10, -1e308)], 'unbounded', 0.05)).toEqual([null, null]);
  });

  it('of unbounded values do not shrink to a point when a model always gets the same value', () => {
    const intervals = meanIntervals([sample(10, 5, 0), sample(10, 4.6, 6.4)], 'unbounded', 0.05);
    expect(intervals[0]?.low).toBeLessThan(4.8);
    expect(separate(intervals, 'higher')).toBeUndefined();
  });
});

describe('the probability to be the best', () => {
  it('is reproducible, and adds up to 1', () => {
    const samples = [sample(20, 0.6), sample(30, 0.5), sample(0, 0)];
    const once = probabilitiesOfBestMean(samples, 'bounded', 'higher');
    expect(probabilitiesOfBestMean(samples, 'bounded', 'higher')).toEqual(once);
    expect(once.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
  });

  it('matches that of two normal distributions', () => {
    // The difference is 1 and has a deviation of sqrt(2 * 100 / 100 / 100 * 1.01): 7.04 of it is far, 0.7 is 0.758.
    const [, close] = probabilitiesOfBestMean([sample(100, 0, 9_900), sample(100, 1, 9_900)], 'unbounded', 'higher');
    expect(close).toBeGreaterThan(0.73);
    expect(close).toBeLessThan(0.79);
    const [, far] = probabilitiesOfBestMean([sample(100, 0, 99), sample(100, 1, 99)], 'unbounded', 'higher');
    expect(far).toBeCloseTo(1, 3);
    expect(far).toBeLessThan(1);
  });

  it('is reversed when lower is better', () => {
    const [low, high] = probabilitiesOfBestMean([sample(50, 1, 50), sample(50, 3, 50)], 'unbounded', 'lower');
    expect(low).toBeCloseTo(1, 3);
    expect(high).toBeCloseTo(0, 3);
  });

  it('is equal for all models without data', () => {
    expect(probabilitiesOfBestMean([sample(0, 0), sample(0, 0)], 'unbounded', 'higher')).toEqual([0.5, 0.5]);
    for (const one of probabilitiesOfBestMean([sample(0, 0), sample(0, 0)], 'bounded', 'higher')) {
      expect(one).toBeCloseTo(0.5, 1);
    }
  });
});
