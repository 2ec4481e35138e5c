import type { History } from './queries.js';

/** A point of the plot: for the model at `index`, `m{index}` is its mean and `b{index}` its interval. */
export type BandPoint = Readonly<Record<string, number | readonly number[] | null>> & { readonly time: number };

/** Returns the points of a plot. Times are in ms since 1970. */
export function pointsOf(history: History): BandPoint[] {
  return history.map(({ time, models }) => ({
    time: Date.parse(time),
    ...Object.fromEntries(
      models.flatMap(({ mean, interval }, index) => [
        [`m${index}`, mean],
        [`b${index}`, interval],
      ]),
    ),
  }));
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
export function tickFormatOf(lengthMs: number): (time: number) => string {
  const options: Intl.DateTimeFormatOptions =
    lengthMs > 2 * dayMs
      ? { day: 'numeric', month: 'short' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(lengthMs < minutesMs && { second: '2-digit' }) };
  const format = new Intl.DateTimeFormat(undefined, options);
  return (time) => format.format(new Date(time));
}
