import { boundedMeanInterval } from './bounded-mean.js';
import type { Interval } from './interval.js';
import { ofShare } from './means.js';
import { probabilitiesOfBest } from './probability-best.js';
import { normalDraw } from './random.js';

/** What is known of how one fares against another. */
export interface Matchup {
  /** Numbers of the two; each two stand in one at most. */
  readonly one: number;
  readonly other: number;
  /** Independent observations: comparisons, or groups of such that hang together. */
  readonly count: number;
  /** Mean of what each observation gives the first: 1 for a win, 1/2 for a tie, 0 for a loss. 0 where there are none. */
  readonly mean: number;
}

/**
 * What each wins of its comparisons with all others, each of them weighing the same: who meets the weak more often is not better for it. null where it has met nobody.
 *
 * @param count how many there are, numbered from 0.
 */
export function winShares(count: number, matchups: readonly Matchup[]): (number | null)[] {
  return everyone(count).map((who) => {
    const met = sidesOf(who, matchups).filter((side) => side.count > 0);
    return met.length === 0 ? null : average(met.map(({ mean }) => mean));
  });
}

/**
 * Intervals for {@link winShares} that hold all together, at every look, with a probability of at least 1 - alpha: the averages of those of each two, which
 * have equal parts of alpha. Where all are equally good, one lies above all others with a probability of at most alpha.
 */
export function shareIntervals(count: number, matchups: readonly Matchup[], alpha: number): Interval[] {
  const part = (2 * alpha) / (count * (count - 1));
  const known = matchups.map((matchup) => {
    const { low, high } = boundedMeanInterval(matchup.count, matchup.count * matchup.mean, part);
    return { ...matchup, low, high };
  });
  return everyone(count).map((who) => {
    const own = known.flatMap(({ one, other, low, high }) => {
      if (one === who) return [{ low, high }];
      return other === who ? [{ low: 1 - high, high: 1 - low }] : [];
    });
    const unknown = count - 1 - own.length;
    return {
      low: own.reduce((sum, { low }) => sum + low, 0) / (count - 1),
      high: own.reduce((sum, { high }) => sum + high, unknown) / (count - 1),
    };
  });
}

/** How probable it is of each to have the highest of the {@link winShares}: those of each two drawn from normal approximations of their posterior distributions. */
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

function sidesOf(who: number, matchups: readonly Matchup[]): { count: number; mean: number }[] {
  return matchups.flatMap(({ one, other, count, mean }) => {
    if (one === who) return [{ count, mean }];
    return other === who ? [{ count, mean: count === 0 ? 0 : 1 - mean }] : [];
  });
}

function everyone(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
