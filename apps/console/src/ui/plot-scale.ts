import type { TimeSeries } from './time-series.js';

/** Steps of an axis that are easy to read, as multiples of a power of ten. */
const niceSteps = [1, 2, 5, 10];
const wantedSteps = 3;

/** Returns the ticks of an axis from 0 to at least `max`: whole numbers at even distances. */
export function ticksOf(max: number): readonly number[] {
  const rough = Math.max(1, max / wantedSteps);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (niceSteps.find((nice) => nice * power >= rough) as number);
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}

/** Returns the largest value that a plot shows. Stacked values of a time add up. */
export function maxOf({ times, series }: TimeSeries, isStacked: boolean): number {
  const maxima = times.map((_, at) => {
    const values = series.map(({ values: all }) => all[at] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...maxima);
}

/** Returns the times that an axis names: at most `most`, at even distances. */
export function labelledTimes(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** A stacked bar: where it starts and ends, in the unit of the values. */
export interface BarPart {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the bar of a time, its first series at the bottom. */
export function barOf({ series }: TimeSeries, at: number): readonly BarPart[] {
  let from = 0;
  const parts: BarPart[] = [];
  for (const [index, { values }] of series.entries()) {
    const value = values[at] ?? 0;
    if (value > 0) parts.push({ series: index, from, to: from + value });
    from += value;
  }
  return parts;
}
