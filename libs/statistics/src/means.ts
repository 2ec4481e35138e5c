import { boundedMeanInterval } from './bounded-mean.js';
import type { Better, Interval } from './interval.js';
import { probabilitiesOfBest } from './probability-best.js';
import { normalDraw } from './random.js';
import { pooled, steadiedVariance, varianceOf, type Sample } from './sample.js';
import { unboundedMeanInterval } from './unbounded-mean.js';

/** Whether observations are shares, from 0 to 1, or any numbers. */
export type Range = 'bounded' | 'unbounded';

/**
 * The means of several samples: intervals that hold all together, at every look, with a probability of at least 1 - alpha (for unbounded ones: that comes
 * close to it). Each has its part of alpha (C. Bonferroni), so where all means are the same, one lies beyond another with a probability of at most alpha.
 *
 * @returns null where nothing can be said yet: of unbounded observations fewer than two, or none that differ.
 */
export function meanIntervals(samples: readonly Sample[], range: Range, alpha: number): (Interval | null)[] {
  const part = alpha / samples.length;
  if (range === 'bounded') return samples.map(({ count, mean }) => boundedMeanInterval(count, count * mean, part));
  const all = pooled(samples);
  return samples.map((sample) => {
    if (sample.count < 2 || !differ(all)) return null;
    const interval = unboundedMeanInterval(sample.count, sample.mean, steadiedVariance(sample, all), part);
    // Beyond what a double can hold.
    return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
  });
}

/**
 * How probable it is of each sample to have the best mean, by what has been seen until now: the means drawn from normal approximations of their posterior
 * distributions, with an even prior for shares, and for other numbers one that is worth one observation like those of all samples.
 */
export function probabilitiesOfBestMean(samples: readonly Sample[], range: Range, better: Better): number[] {
  const all = pooled(samples);
  const posteriors = samples.map((sample) => (range === 'bounded' ? ofShare(sample) : ofNumber(sample, all)));
  return probabilitiesOfBest(
    (random) => posteriors.map(({ mean, deviation }) => mean + deviation * normalDraw(random)),
    better,
  );
}

/** Whether observations differ by more than the rounding of their sums. */
function differ({ count, mean, squares }: Sample): boolean {
  return squares > 1e-20 * count * mean ** 2;
}

/** A normal distribution. */
interface Posterior {
  readonly mean: number;
  readonly deviation: number;
}

/** Mean and deviation of the beta distribution that an even prior becomes. */
export function ofShare({ count, mean: share }: Pick<Sample, 'count' | 'mean'>): Posterior {
  const mean = (count * share + 1) / (count + 2);
  return { mean, deviation: Math.sqrt((mean * (1 - mean)) / (count + 3)) };
}

function ofNumber(sample: Sample, all: Sample): Posterior {
  if (sample.count === 0) return { mean: all.mean, deviation: Math.sqrt(varianceOf(all)) };
  return { mean: sample.mean, deviation: Math.sqrt(steadiedVariance(sample, all) / sample.count) };
}
