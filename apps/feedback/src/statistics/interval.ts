/** A closed interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Whether higher or lower is better. */
export type Better = 'higher' | 'lower';

/** Index of the interval that lies beyond all others; undefined if there is none or one is unknown. */
export function separate(intervals: readonly (Interval | null)[], better: Better): number | undefined {
  const known = intervals.filter((interval) => interval !== null);
  if (known.length < intervals.length || known.length < 2) return undefined;
  const beats = better === 'higher' ? isAbove : (one: Interval, other: Interval) => isAbove(other, one);
  const best = known.findIndex((one, which) => known.every((other, index) => index === which || beats(one, other)));
  return best === -1 ? undefined : best;
}

function isAbove(one: Interval, other: Interval): boolean {
  return one.low > other.high;
}
