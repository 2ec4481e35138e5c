import type { Better } from './interval.js';
import { seededRandom, type Random } from './random.js';

/** Shares of so many draws are within two points of what they stand for, and take milliseconds. */
const draws = 4_000;

/** Any number: the same scores have the same probabilities at every look. */
const seed = 20_261_121;

/**
 * How probable it is of each of several scores to be the best one, by draws of all of them together. The same for equal inputs. Equal scores share what falls to them.
 *
 * @param draw the scores as they may be, one for each.
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
