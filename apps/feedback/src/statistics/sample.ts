/** Count, mean and sum of squares of observations. */
export interface Sample {
  readonly count: number;
  /** 0 without observations. */
  readonly mean: number;
  /** Sum of squared deviations from the mean. */
  readonly squares: number;
}

/** Pools samples into one. */
export function pooled(samples: readonly Sample[]): Sample {
  const count = samples.reduce((sum, sample) => sum + sample.count, 0);
  if (count === 0) return { count, mean: 0, squares: 0 };
  const mean = samples.reduce((sum, sample) => sum + sample.mean * (sample.count / count), 0);
  const squares = samples.reduce((sum, sample) => sum + sample.squares + sample.count * (sample.mean - mean) ** 2, 0);
  return { count, mean, squares };
}

/** Population variance; 0 without observations. */
export function varianceOf({ count, squares }: Sample): number {
  return count === 0 ? 0 : squares / count;
}

/**
 * Variance of a sample with one more observation of the pooled variance: ten equal ratings do not prove that others are
 * impossible. It converges to the variance of the sample.
 */
export function steadiedVariance(sample: Sample, all: Sample): number {
  return (sample.squares + varianceOf(all)) / Math.max(1, sample.count);
}
