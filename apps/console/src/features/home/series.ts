import { intervalsOf, type Interval, type Series, type TimeSeries } from '../../ui/time-series.js';

/** An answer with statistics: figures of intervals, and of the whole time. */
interface Statistics<Values> {
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
  /** Only intervals with entries. */
  readonly data: readonly (Entry & Values)[];
}

interface Entry {
  readonly time: string;
  readonly group: string | null;
  /** All groups together that are not among the largest. */
  readonly other: boolean;
}

/** Series of a chart; the last has all smaller groups. */
const maxGroups = 6;

/**
 * Returns one series for each of the largest groups, by name, so that a group keeps its colour when its share changes.
 * Intervals without entries are 0.
 *
 * @param nameOf label of a group
 */
export function groupedSeries<Values>(
  statistics: Statistics<Values>,
  valueOf: (entry: Values) => number,
  nameOf: (group: string | null) => string,
): TimeSeries {
  const times = intervalsOf(statistics.from, statistics.to, statistics.interval);
  const groups = new Map<string, { label: string; sum: number; values: Map<string, number> }>();
  for (const entry of statistics.data) {
    const label = entry.other ? otherLabel : nameOf(entry.group);
    const group = groups.get(label) ?? { label, sum: 0, values: new Map() };
    const time = new Date(entry.time).toISOString();
    group.values.set(time, (group.values.get(time) ?? 0) + valueOf(entry));
    group.sum += valueOf(entry);
    groups.set(label, group);
  }
  const sorted = [...groups.values()]
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => rank(a.label) - rank(b.label) || b.sum - a.sum);
  const series = mergeSmall(sorted.map(({ label, values }) => seriesOf(label, times, values)));
  return { times, series: series.toSorted((a, b) => rank(a.label) - rank(b.label) || a.label.localeCompare(b.label)) };
}

const otherLabel = 'Other';
const rank = (label: string): number => (label === otherLabel ? 1 : 0);

function seriesOf(label: string, times: readonly string[], values: ReadonlyMap<string, number>): Series {
  return { id: label, label, values: times.map((time) => values.get(time) ?? 0) };
}

function mergeSmall(series: readonly Series[]): readonly Series[] {
  if (series.length <= maxGroups) return series;
  const rest = series.slice(maxGroups - 1);
  const values = (rest[0] as Series).values.map((_, at) => rest.reduce((sum, { values: v }) => sum + (v[at] ?? 0), 0));
  return [...series.slice(0, maxGroups - 1), { id: otherLabel, label: otherLabel, values }];
}

/** Returns one series for each figure. Intervals without entries have `absent`. */
export function figureSeries<Values>(
  statistics: Statistics<Values>,
  figures: Readonly<Record<string, (entry: Values) => number | null>>,
  absent: number | null,
): TimeSeries {
  const times = intervalsOf(statistics.from, statistics.to, statistics.interval);
  const byTime = new Map(statistics.data.map((entry) => [new Date(entry.time).toISOString(), entry]));
  const series = Object.entries(figures).map(([label, valueOf]) => ({
    id: label,
    label,
    values: times.map((time) => {
      const entry = byTime.get(time);
      return entry === undefined ? absent : valueOf(entry);
    }),
  }));
  return { times, series };
}
