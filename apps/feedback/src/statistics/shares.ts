import { boundedMeanInterval } from './bounded-mean.js';
import type { Interval } from './interval.js';
import { ofShare } from './means.js';
import { normalDraw, probabilitiesOfBest } from './random.js';

/** Results of one model against another. */
export interface Matchup {
  /** Indexes of the two; at most one entry for each pair. */
  readonly one: number;
  readonly other: number;
  /** Independent observations: comparisons, or groups of dependent ones. */
  readonly count: number;
  /** Mean result of the first: 1 for a win, 1/2 for a tie, 0 for a loss. 0 without observations. */
  readonly mean: number;
}

/**
 * Share of comparisons that each model wins, with equal weight of each opponent. null without comparisons.
 *
 * @param count number of models.
 */
export function winShares(count: number, matchups: readonly Matchup[]): (number | null)[] {
  return everyone(count).map((competitor) => {
    const comparedSides = sidesOf(competitor, matchups).filter((side) => side.count > 0);
    return comparedSides.length === 0 ? null : average(comparedSides.map(({ mean }) => mean));
  });
}

/**
 * Confidence sequences for {@link winShares}. All hold at all times with a probability of at least 1 - alpha. They are
 * averages of those of each pair, which get equal parts of alpha.
 */
export function shareIntervals(count: number, matchups: readonly Matchup[], alpha: number): Interval[] {
  const part = (2 * alpha) / (count * (count - 1));
  const known = matchups.map((matchup) => {
    const { low, high } = boundedMeanInterval(matchup.count, matchup.count * matchup.mean, part);
    return { ...matchup, low, high };
  });
  return everyone(count).map((competitor) => {
    const own = known.flatMap(({ one, other, low, high }) => {
      if (one === competitor) return [{ low, high }];
      return other === competitor ? [{ low: 1 - high, high: 1 - low }] : [];
    });
    const unknown = count - 1 - own.length;
    return {
      low: own.reduce((sum, { low }) => sum + low, 0) / (count - 1),
      high: own.reduce((sum, { high }) => sum + high, unknown) / (count - 1),
    };
  });
}

/**
 * Probability of each model to have the highest {@link winShares}, from normal approximations of the pairs' posteriors.
 */
export function probabilitiesOfBestShare(count: number, matchups: readonly Matchup[]): number[] {
  const posteriors = allMatchups(count, matchups).map((matchup) => ({ ...matchup, ...ofShare(matchup) }));
  return probabilitiesOfBest((random) => {
    const scores = everyone(count).map(() => 0);
    for (const { one, other, mean, deviation } of posteriors) {
      const share = mean + deviation * normalDraw(random);
      scores[one] = (scores[one] as number) + share;
      scores[other] = (scores[other] as number) + 1 - share;
    }
    return scores;
  }, 'higher');
}

function allMatchups(count: number, matchups: readonly Matchup[]): Matchup[] {
  return everyone(count).flatMap((one) =>
    everyone(one).map(
      (other) =>
        matchups.find(
          (matchup) => Math.max(matchup.one, matchup.other) === one && Math.min(matchup.one, matchup.other) === other,
        ) ?? { one, other, count: 0, mean: 0 },
    ),
  );
}

function sidesOf(competitor: number, matchups: readonly Matchup[]): { count: number; mean: number }[] {
  return matchups.flatMap(({ one, other, count, mean }) => {
    if (one === competitor) return [{ count, mean }];
    return other === competitor ? [{ count, mean: count === 0 ? 0 : 1 - mean }] : [];
  });
}

function everyone(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
