import { formatMean } from '../../ui/format.js';
import type { History } from './queries.js';

/** A point of the band of a model; null where there is too little data. */
export interface BandPoint {
  /** ms since 1970. */
  readonly time: number;
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Returns the band of the model at this place of the campaign. It begins with the first data. */
export function bandOf(history: History, index: number): BandPoint[] {
  return history.map(({ time, models }) => {
    const { count = 0, mean = null, interval: known = null } = models[index] ?? {};
    const interval = count > 0 ? known : null;
    return { time: Date.parse(time), mean, low: interval?.[0] ?? null, high: interval?.[1] ?? null };
  });
}

/** Returns the last point at or before a time, as the plot shows values until they change. */
export function nearestIndex(times: readonly number[], time: number): number {
  return Math.max(
    0,
    times.findLastIndex((point) => point <= time),
  );
}

/** An estimate in words: the mean, with its interval where there is one. */
export function estimateWords(mean: number | null, interval: readonly number[] | null): string {
  if (mean === null) return '–';
  return interval === null ? formatMean(mean) : `${formatMean(mean)} (${interval.map(formatMean).join(' to ')})`;
}

/** Share of the latest points whose intervals determine the scale of an unbounded metric. */
const scaledShare = 0.5;
const padding = 0.05;

/**
 * Returns the range of the vertical axis. Shares lie between 0 and 1. The first intervals of other values are very
 * wide, so that the later half of the points sets the scale.
 */
export function domainOf(history: History): readonly [number, number] {
  const ends = history
    .slice(Math.floor(history.length * (1 - scaledShare)))
    .flatMap(({ models }) =>
      models.flatMap(({ interval, mean }) => [...(interval ?? []), ...(mean === null ? [] : [mean])]),
    );
  if (ends.every((end) => end >= 0 && end <= 1)) return [0, 1];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const margin = (high - low) * padding || 1;
  return [low - margin, high + margin];
}

const dayMs = 86_400_000;
const minutesMs = 600_000;

/** Formats the ticks of a time axis of this length. */
export function tickFormatOf(lengthMs: number): (time: Date | number | { valueOf(): number }) => string {
  const options: Intl.DateTimeFormatOptions =
    lengthMs > 2 * dayMs
      ? { day: 'numeric', month: 'short' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(lengthMs < minutesMs && { second: '2-digit' }) };
  const format = new Intl.DateTimeFormat(undefined, options);
  return (time) => format.format(new Date(time.valueOf()));
}
