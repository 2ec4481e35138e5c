import type { BarEntry } from '../resource/bars.js';
import type { Metric, Summary } from './queries.js';

const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });

/** The bars of a histogram. Values of the kind `bool` are 0 and 1. */
export function barsOf(kind: Metric['kind'], histogram: Summary['histogram']): BarEntry[] {
  const total = histogram.reduce((sum, { count }) => sum + count, 0);
  return histogram.map(({ from, to, count }) => ({
    id: String(from),
    label: kind === 'bool' ? (from === 0 ? 'No' : 'Yes') : rangeOf(from, to),
    share: total === 0 ? 0 : count / total,
    value: `${count.toLocaleString()}, ${((count / total) * 100).toFixed(1)}%`,
  }));
}

function rangeOf(from: number, to: number): string {
  return from === to ? number.format(from) : `${number.format(from)} to ${number.format(to)}`;
}
