/** Some observations, as far as their mean and its uncertainty follow from it. */
export interface Sample {
  readonly count: number;
  /** 0 where there are none. */
  readonly mean: number;
  /** Sum of the squared distances from the mean. */
  readonly squares: number;
}

/** All observations as one sample; of more than one mean. */
export function pooled(samples: readonly Sample[]): Sample {
  const count = samples.reduce((sum, sample) => sum + sample.count, 0);
  if (count === 0) return { count, mean: 0, squares: 0 };
  const mean = samples.reduce((sum, sample) => sum + sample.mean * (sample.count / count), 0);
  const squares = samples.reduce((sum, sample) => sum + sample.squares + sample.count * (sample.mean - mean) ** 2, 0);
  return { count, mean, squares };
}

/** Mean squared distance from the mean; 0 where there are no observations. */
export function varianceOf({ count, squares }: Sample): number {
  return count === 0 ? 0 : squares / count;
}

/**
 * The variance of a sample that is one of several, with one observation more that is as far off as those of all samples are on average: ten equal ratings
 * do not prove that there are no others. With more observations it becomes the variance of the sample.
 */
export function steadiedVariance(sample: Sample, all: Sample): number {
  return (sample.squares + varianceOf(all)) / Math.max(1, sample.count);
}
