/** A part of the numbers, its ends included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Which end of the numbers is the better one. */
export type Better = 'higher' | 'lower';

/** The interval of which all lies beyond all of all others; undefined where there is none, or where one of them is not known yet. */
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
