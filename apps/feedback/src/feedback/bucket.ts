/** Makes exponents positive; the lowest is -324. */
const exponentShift = 325;

/** Bucket numbers of one power of ten; one for each leading digit. */
const perPower = 10;

/** Range of a bucket: `from` inclusive, `to` exclusive; if both are the same, this value. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The bucket of a value, for histograms: one for each sign, power of ten and leading digit, and one for 0. Greater
 * values never have smaller numbers. Scores from 1 to 5 have one bucket each, and so do tenths.
 */
export function bucketOf(value: number): number {
  if (value === 0) return 0;
  const [digits, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
  const bucket = (Number(exponent) + exponentShift) * perPower + Number(digits[0]);
  return value < 0 ? -bucket : bucket;
}

/** The range of a bucket; below zero `from` is exclusive and `to` inclusive. */
export function rangeOf(bucket: number): BucketRange {
  if (bucket === 0) return { from: 0, to: 0 };
  const exponent = Math.floor(Math.abs(bucket) / perPower) - exponentShift;
  const digit = Math.abs(bucket) % perPower;
  const near = Number(`${digit}e${exponent}`);
  const far = Math.min(Number.MAX_VALUE, Number(`${digit + 1}e${exponent}`));
  return bucket > 0 ? { from: near, to: far } : { from: -far, to: -near };
}
