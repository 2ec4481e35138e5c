import type { Better } from './interval.js';

/** Returns uniform numbers in [0, 1). */
export type Random = () => number;

/** Seeded generator: T. Ettinger's "mulberry32". Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A draw of the standard normal distribution (G. Box, M. Muller, Ann. Math. Stat. 29, 1958). */
export function normalDraw(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Number of draws: an error below two points, in milliseconds. */
const draws = 4_000;

/** Fixed seed: equal scores always give equal probabilities. */
const seed = 20_261_121;

/**
 * Probability of each score to be the best one, by joint draws. Deterministic; equal scores share their probability.
 * One draw more counts for all equally, so that no probability is 0 or 1: draws can't show that.
 *
 * @param draw draws one score for each.
 */
export function probabilitiesOfBest(draw: (random: Random) => readonly number[], better: Better): number[] {
  const random = seededRandom(seed);
  const shares: number[] = [];
  for (let index = 0; index < draws; index += 1) {
    const scores = draw(random);
    const best = better === 'higher' ? Math.max(...scores) : Math.min(...scores);
    const bestCount = scores.filter((score) => score === best).length;
    scores.forEach((score, which) => {
      shares[which] = (shares[which] ?? 0) + (score === best ? 1 / bestCount : 0);
    });
  }
  return shares.map((share) => (share + 1 / shares.length) / (draws + 1));
}
