import type { Better } from './interval.js';
import { seededRandom, type Random } from './random.js';

/** Number of draws: an error below two points, in milliseconds. */
const draws = 4_000;

/** Fixed seed: equal scores always give equal probabilities. */
const seed = 20_261_121;

/**
 * Probability of each score to be the best one, by joint draws. Deterministic; equal scores share their probability.
 *
 * @param draw draws one score for each.
 */
export function probabilitiesOfBest(draw: (random: Random) => readonly number[], better: Better): number[] {
  const random = seededRandom(seed);
  const shares: number[] = [];
  for (let index = 0; index < draws; index += 1) {
    const scores = draw(random);
    const best = better === 'higher' ? Math.max(...scores) : Math.min(...scores);
    const winners = scores.filter((score) => score === best).length;
    scores.forEach((score, which) => {
      shares[which] = (shares[which] ?? 0) + (score === best ? 1 / winners : 0);
    });
  }
  return shares.map((share) => share / draws);
}
