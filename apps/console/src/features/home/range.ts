import type { Interval } from '../../ui/time-series.js';
import { intervalMs } from '../../ui/time-series.js';

/** A time range that ends now. */
export type HomeRange = '1h' | '24h' | '7d' | '30d';

/** Search params of the home view. */
export interface HomeSearch {
  /** Default: 24h. */
  readonly range?: HomeRange;
  /** Default: the first that fits the range. */
  readonly interval?: Interval;
}

interface RangeInfo {
  readonly label: string;
  readonly ms: number;
  /** Intervals of which the range has a readable number, the default first. */
  readonly intervals: readonly [Interval, ...Interval[]];
}

/** Time ranges in the order of their length. */
export const homeRanges: Readonly<Record<HomeRange, RangeInfo>> = {
  '1h': { label: 'Last hour', ms: intervalMs.hour, intervals: ['minute'] },
  '24h': { label: 'Last 24 hours', ms: intervalMs.day, intervals: ['hour'] },
  '7d': { label: 'Last 7 days', ms: 7 * intervalMs.day, intervals: ['hour', 'day'] },
  '30d': { label: 'Last 30 days', ms: 30 * intervalMs.day, intervals: ['day', 'hour'] },
};

const defaultRange: HomeRange = '24h';

/** Reads search params. Invalid ones are dropped. */
export function parseHomeSearch(raw: Record<string, unknown>): HomeSearch {
  const range = (Object.keys(homeRanges) as HomeRange[]).find((known) => known === raw['range']);
  const interval = homeRanges[range ?? defaultRange].intervals.find((known) => known === raw['interval']);
  return { ...(range !== undefined && { range }), ...(interval !== undefined && { interval }) };
}

/** Returns the range and interval of search params. */
export function periodOf({ range = defaultRange, interval }: HomeSearch): { range: HomeRange; interval: Interval } {
  return { range, interval: interval ?? homeRanges[range].intervals[0] };
}
