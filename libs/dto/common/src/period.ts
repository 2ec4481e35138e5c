import { invalidRequest } from '@earshot/errors';
import { z } from 'zod';

/** Lengths of the intervals of statistics, ms. All begin at midnight in UTC. */
const intervalMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Length of the intervals of statistics. */
export type StatisticsInterval = keyof typeof intervalMs;

/** Maximum number of intervals of a request. */
const maxIntervals = 1_000;

/** The default interval is the shortest with at most so many: a plot shows no more. */
const plottedIntervals = 360;

/** Default period. */
const defaultMs = intervalMs.day;

const timeText = 'expected a day, 2026-01-31, or a time in RFC 3339, 2026-01-31T12:00:00Z';

/** A time in a query string. A day in UTC begins at its midnight. */
export const dayOrTimeSchema = z
  .union([z.iso.date(timeText), z.iso.datetime({ offset: true, error: timeText })], timeText)
  .transform((text) => new Date(text).toISOString());

const intervals = ['minute', 'hour', 'day'] as const satisfies readonly StatisticsInterval[];

/** Fields of a query for statistics by time; {@link periodOf} has their defaults. */
export const periodFields = {
  from: dayOrTimeSchema.optional().describe('Start: a day (UTC) or a time, inclusive. Default: 24 hours before `to`.'),
  to: dayOrTimeSchema.optional().describe('End: a day (UTC) or a time, exclusive. Default: now.'),
  interval: z
    .enum(intervals)
    .optional()
    .describe(
      'Length of an interval, in UTC; at most 1,000 in the period. Default: `minute` up to 6 hours, `hour` up to 15 days.',
    ),
};

/** Fields of an answer with statistics by time. */
export const periodShown = {
  from: z.iso.datetime().describe('Start, inclusive.'),
  to: z.iso.datetime().describe('End, exclusive.'),
  interval: z.enum(intervals).describe('Length of an interval.'),
};

/** A period and the length of its intervals. */
export interface StatisticsPeriod {
  readonly from: string;
  readonly to: string;
  readonly interval: StatisticsInterval;
}

/** Fills in the defaults of a period. @throws AppError `invalid_field` */
export function periodOf(query: Partial<StatisticsPeriod>, now = Date.now()): StatisticsPeriod {
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from = query.from === undefined ? to - defaultMs : Date.parse(query.from);
  if (from >= to) throw invalidRequest('invalid_field', 'from: must be before `to`.', { param: 'from' });
  const fits = (interval: StatisticsInterval) => countOf(from, to, interval) <= plottedIntervals;
  const interval = query.interval ?? intervals.find(fits) ?? 'day';
  const count = countOf(from, to, interval);
  if (count > maxIntervals) {
    const message = `interval: the period has ${count} intervals of one ${interval}, and may have ${maxIntervals}.`;
    throw invalidRequest('invalid_field', message, { param: 'interval' });
  }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), interval };
}

/** Start of the interval of a time. */
export function intervalStart(time: string, interval: StatisticsInterval): number {
  const length = intervalMs[interval];
  return Math.floor(Date.parse(time) / length) * length;
}

/** Start of an interval by its number in a period, which begins with 0; RFC 3339. */
export function intervalTime({ from, interval }: StatisticsPeriod, number: number): string {
  return new Date(intervalStart(from, interval) + number * intervalMs[interval]).toISOString();
}

/** Number of intervals that a period touches. */
function countOf(from: number, to: number, interval: StatisticsInterval): number {
  const length = intervalMs[interval];
  return Math.ceil(to / length) - Math.floor(from / length);
}
