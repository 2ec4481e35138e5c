import { describe, expect, it } from '@jest/globals';
import { separate } from './interval.js';
import { probabilitiesOfBestShare, shareIntervals, winShares } from './shares.js';

const matchup = (one: number, other: number, count: number, mean: number) => ({ one, other, count, mean });

describe('win shares', () => {
  it('of two models are the two shares of their comparisons, and so are their intervals', () => {
    const matchups = [matchup(0, 1, 40, 0.75)];
    expect(winShares(2, matchups)).toEqual([0.75, 0.25]);
    const [one, other] = shareIntervals(2, matchups, 0.05);
    expect(other?.low).toBeCloseTo(1 - (one?.high ?? 0), 12);
    expect(separate(shareIntervals(2, [matchup(1, 0, 200, 0.75)], 0.05), 'higher')).toBe(1);
  });

  it('weigh all opponents equally: more duels with weak models do not help', () => {
    // 0 beats 1 and 2 alike; 1 has met the weak 2 a thousand times.
    const matchups = [matchup(0, 1, 200, 0.7), matchup(0, 2, 50, 0.9), matchup(1, 2, 1_000, 0.8)];
    expect(winShares(3, matchups)).toEqual([0.8, expect.closeTo(0.55, 12), expect.closeTo(0.15, 12)]);
  });

  it('are unknown for a model without duels, so no model is known to be the best', () => {
    const matchups = [matchup(0, 1, 10_000, 0.9)];
    expect(winShares(3, matchups)[2]).toBeNull();
    expect(shareIntervals(3, matchups, 0.05)[2]).toEqual({ low: 0, high: 1 });
    expect(separate(shareIntervals(3, matchups, 0.05), 'higher')).toBeUndefined();
  });
});

describe('the probability of the best share', () => {
  it('is 1/2 for two models without data, and grows with the data', () => {
    expect(probabilitiesOfBestShare(2, [])[0]).toBeCloseTo(0.5, 1);
    // (0.6 - 0.5) is 1.4 deviations of sqrt(0.24 / 50): 0.92.
    expect(probabilitiesOfBestShare(2, [matchup(1, 0, 47, 0.606)])[1]).toBeCloseTo(0.926, 1);
    const [better = 0, worse = 0] = probabilitiesOfBestShare(2, [matchup(0, 1, 1_000, 0.7)]);
    expect([better > 0.999, better < 1, worse > 0]).toEqual([true, true, true]);
    expect(better + worse).toBeCloseTo(1);
  });
});
