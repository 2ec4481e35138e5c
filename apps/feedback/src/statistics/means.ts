import { boundedMeanInterval } from './bounded-mean.js';
import type { Better, Interval } from './interval.js';
import { normalDraw, probabilitiesOfBest } from './random.js';
import { pooled, steadiedVariance, varianceOf, type Sample } from './sample.js';

/** Number of observations for which the interval is tightest. */
const tightestCount = 100;

/** Range of observations: 0 to 1, or any numbers. */
export type Range = 'bounded' | 'unbounded';

/**
 * Confidence sequences for the means of samples. All hold at all times with a probability of at least 1 - alpha
 * (unbounded: asymptotically). Each gets an equal part of alpha (Bonferroni), so among equal means one lies beyond
 * another with a probability of at most alpha.
 *
 * @returns null for fewer than two, or only equal, unbounded observations.
 */
export function meanIntervals(samples: readonly Sample[], range: Range, alpha: number): (Interval | null)[] {
  const part = alpha / samples.length;
  if (range === 'bounded') return samples.map(({ count, mean }) => boundedMeanInterval(count, count * mean, part));
  const all = pooled(samples);
  return samples.map((sample) => {
    if (sample.count < 2 || !differ(all)) return null;
    const interval = unboundedMeanInterval(sample.count, sample.mean, steadiedVariance(sample, all), part);
    // Beyond the range of a double.
    return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
  });
}

/**
 * Probability of each sample to have the best mean. Means are drawn from normal approximations of their posteriors,
 * with a uniform prior for bounded observations, else one that is worth one observation of the pooled samples.
 */
export function probabilitiesOfBestMean(samples: readonly Sample[], range: Range, better: Better): number[] {
  const all = pooled(samples);
  const posteriors = samples.map((sample) => (range === 'bounded' ? ofShare(sample) : ofNumber(sample, all)));
  return probabilitiesOfBest(
    (random) => posteriors.map(({ mean, deviation }) => mean + deviation * normalDraw(random)),
    better,
  );
}

/**
 * An asymptotic confidence sequence for the mean of unbounded observations: all intervals hold with a probability that
 * tends to at least 1 - alpha as the first check has more observations.
 *
 *   mean ± sqrt( variance * 2 (n r² + 1) / (n² r²) * log( sqrt(n r² + 1) / alpha ) )
 *
 * (I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic
 * confidence sequences", Ann. Stat. 52, 2024, theorem 2.2), with r² = (-2 log alpha + log(1 - 2 log alpha)) / n' which
 * makes it tightest at n' (the same paper, on the choice of rho).
 */
function unboundedMeanInterval(count: number, mean: number, variance: number, alpha: number): Interval {
  const rate = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / tightestCount;
  const scale = count * rate + 1;
  const margin = Math.sqrt((variance * 2 * scale * Math.log(Math.sqrt(scale) / alpha)) / (count * count * rate));
  return { low: mean - margin, high: mean + margin };
}

/** Whether observations differ by more than rounding errors. */
function differ({ count, mean, squares }: Sample): boolean {
  return squares > 1e-20 * count * mean ** 2;
}

/** A normal distribution. */
interface Posterior {
  readonly mean: number;
  readonly deviation: number;
}

/** Mean and deviation of the beta posterior of a uniform prior. */
export function ofShare({ count, mean: share }: Pick<Sample, 'count' | 'mean'>): Posterior {
  const mean = (count * share + 1) / (count + 2);
  return { mean, deviation: Math.sqrt((mean * (1 - mean)) / (count + 3)) };
}

function ofNumber(sample: Sample, all: Sample): Posterior {
  if (sample.count === 0) return { mean: all.mean, deviation: Math.sqrt(varianceOf(all)) };
  return { mean: sample.mean, deviation: Math.sqrt(steadiedVariance(sample, all) / sample.count) };
}
