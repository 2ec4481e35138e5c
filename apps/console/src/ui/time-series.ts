/** Length of an interval of a chart. */
export type Interval = 'minute' | 'hour' | 'day';

/** One series of a {@link TimeSeries}. */
export interface Series {
  readonly id: string;
  readonly label: string;
  /** One value for each time; null for none. */
  readonly values: readonly (number | null)[];
}

/** Values over time. */
export interface TimeSeries {
  /** Starts of the intervals, RFC 3339, the oldest first. */
  readonly times: readonly string[];
  readonly series: readonly Series[];
}

/** Length of the intervals in ms. */
export const intervalMs: Readonly<Record<Interval, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Returns the starts of all intervals that a time touches. Intervals start at whole minutes, hours or days of UTC. */
export function intervalsOf(from: string, to: string, interval: Interval): readonly string[] {
  const length = intervalMs[interval];
  const first = Math.floor(Date.parse(from) / length) * length;
  const count = Math.max(0, Math.ceil((Date.parse(to) - first) / length));
  return Array.from({ length: count }, (_, index) => new Date(first + index * length).toISOString());
}

const formats: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short', timeZone: 'UTC' },
};

/** Formats the start of an interval. Days are those of UTC. */
export function formatInterval(iso: string, interval: Interval): string {
  return new Intl.DateTimeFormat(undefined, formats[interval]).format(new Date(iso));
}

/** Formats the start of an interval for an axis: without the day where hours repeat. */
export function formatTick(iso: string, interval: Interval, count: number): string {
  const isOneDay = interval === 'hour' && count <= hoursShownAsTime;
  return formatInterval(iso, isOneDay ? 'minute' : interval === 'hour' ? 'day' : interval);
}

const hoursShownAsTime = 48;
