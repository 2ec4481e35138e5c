import type { Interval } from './interval.js';

/** Number of observations for which the interval is tightest. */
const tightestAt = 100;

/**
 * An asymptotic confidence sequence for the mean of unbounded observations: all intervals hold with a probability that tends
 * to at least 1 - alpha as the first check has more observations.
 *
 *   mean ± sqrt( variance * 2 (n r² + 1) / (n² r²) * log( sqrt(n r² + 1) / alpha ) )
 *
 * (I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", Ann. Stat. 52, 2024,
 * theorem 2.2), with r² = (-2 log alpha + log(1 - 2 log alpha)) / n' which makes it tightest at n' (the same paper, on the choice of rho).
 */
export function unboundedMeanInterval(count: number, mean: number, variance: number, alpha: number): Interval {
  const rate = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / tightestAt;
  const scale = count * rate + 1;
  const margin = Math.sqrt((variance * 2 * scale * Math.log(Math.sqrt(scale) / alpha)) / (count * count * rate));
  return { low: mean - margin, high: mean + margin };
}
