/** Exponents begin at -324: so much makes them positive. */
const exponentShift = 325;

/** Between two powers of ten there are nine buckets, one for each leading digit. */
const perPower = 10;

/** The values that a bucket is for: `from` and up to before `to`; where both are the same, that value alone. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The number of the bucket of a value: one for each sign, power of ten and leading digit, and one for 0. Greater values never have
 * smaller numbers. So scores from 1 to 5 have a bucket each, as have tenths, and any double has one.
 */
export function bucketOf(value: number): number {
  if (value === 0) return 0;
  const [digits, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
  const bucket = (Number(exponent) + exponentShift) * perPower + Number(digits[0]);
  return value < 0 ? -bucket : bucket;
}

/** What {@link bucketOf} puts into a bucket; below zero `from` is the one that is left out. */
export function rangeOf(bucket: number): BucketRange {
  if (bucket === 0) return { from: 0, to: 0 };
  const exponent = Math.floor(Math.abs(bucket) / perPower) - exponentShift;
  const digit = Math.abs(bucket) % perPower;
  const near = Number(`${digit}e${exponent}`);
  const far = Math.min(Number.MAX_VALUE, Number(`${digit + 1}e${exponent}`));
  return bucket > 0 ? { from: near, to: far } : { from: -far, to: -near };
}
