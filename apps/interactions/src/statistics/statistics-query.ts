import { statisticsIntervals, type InteractionStatisticsRequest } from '@earshot/contracts-interactions';
import { notErased, type Value } from '../reading/conditions.js';
import type { Listed, Statement } from '../reading/page-query.js';

/** Entries of a reply: they fit into a record of Kafka. */
const maxEntries = 10_000;

/** Most named groups. */
const maxGroups = 20;

const origin = "timestamptz '2000-01-01T00:00:00Z'";
const { hour: hourMs, day: dayMs } = statisticsIntervals;

/** A time range, ms since 1970: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Measures of a row, as the triggers of the migration count them. */
const measures = (of: string) => `cross join lateral (values (0, 0, 1), (1, 0, ${of}.prompt_tokens),
  (2, 0, ${of}.completion_tokens), (3, latency_bin(${of}.first_token_ms), 1), (4, latency_bin(${of}.duration_ms), 1))
  as v (measure, bin, n)`;

/**
 * Selects the figures of each interval and group, and those of the whole range (`position` null). Whole hours come from
 * the counts, less the interactions of users that are being erased; the rest of the range from the interactions.
 */
export function statisticsQuery(request: InteractionStatisticsRequest, erased: Listed['erased']): Statement {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const { whole, edges } = partsOf(request);
  const intervalMs = statisticsIntervals[request.interval];
  const part = partSql(request, value);
  const parts = [
    ...(whole === null ? [] : wholeParts(part, { whole, interval: request.interval }, erased, value)),
    ...edges.map((edge) => part.rows(edge, 1, erased.length === 0 ? [] : [notErased('r', erased, value)])),
  ];
  const intervals =
    Math.floor((Date.parse(request.to) - 1) / intervalMs) - Math.floor(Date.parse(request.from) / intervalMs);
  const groups = Math.min(maxGroups, Math.max(1, Math.floor(maxEntries / (intervals + 1)) - 1));
  return { text: summary(parts.join(' union all '), value(groups)), values };
}

/** Splits a request into whole hours and the times at its ends. Minutes have no counts. */
export function partsOf({
  from: start,
  to: end,
  interval,
}: Pick<InteractionStatisticsRequest, 'from' | 'to' | 'interval'>) {
  const range = { from: Date.parse(start), to: Date.parse(end) };
  const whole = { from: Math.ceil(range.from / hourMs) * hourMs, to: Math.floor(range.to / hourMs) * hourMs };
  if (interval === 'minute' || whole.from >= whole.to) return { whole: null, edges: [range] };
  const edges = [
    { from: range.from, to: whole.from },
    { from: whole.to, to: range.to },
  ];
  return { whole, edges: edges.filter(({ from, to }) => from < to) };
}

interface PartSql {
  /** Counted hours of a table. */
  readonly hours: (table: string, range: Range) => string;
  /** Interactions, each `sign` times. */
  readonly rows: (range: Range, sign: number, conditions: readonly string[]) => string;
}

function partSql(request: InteractionStatisticsRequest, value: Value): PartSql {
  const project = value(request.project_id);
  const group = request.group_by === null ? "''" : `coalesce(r.${request.group_by}, '')`;
  const intervalMs = statisticsIntervals[request.interval];
  const step = value(`${intervalMs / 1_000} seconds`);
  const columns = (time: string, measure: string, bin: string, n: string) => `
    select date_bin(${step}::interval, ${time}, ${origin}) as time, ${group} as name,
      case when ${measure} = 0 and r.finish_reason = 'error' then 5 else ${measure} end as measure, ${bin} as bin, ${n} as n`;
  const conditions = (time: string, { from, to }: Range) =>
    [
      `r.project_id = ${project} and r.${time} >= ${value(new Date(from))} and r.${time} < ${value(new Date(to))}`,
      ...filters(request, value),
    ].join(' and ');
  return {
    hours: (table, range) =>
      `${columns('r.hour', 'r.measure', 'r.bin', 'r.n::float8')} from ${table} r where ${conditions('hour', range)}`,
    rows: (range, sign, more) => `${columns('r.created_at', 'v.measure', 'v.bin', `${sign} * v.n::float8`)}
      from interactions r ${measures('r')}
      where ${[conditions('created_at', range), ...more].join(' and ')} and v.n <> 0 and v.bin is not null`,
  };
}

/** Splits whole hours into whole days, where the intervals are days, and the other hours. */
export function daysIn(whole: Range, interval: InteractionStatisticsRequest['interval']) {
  const days = { from: Math.ceil(whole.from / dayMs) * dayMs, to: Math.floor(whole.to / dayMs) * dayMs };
  if (interval !== 'day' || days.from >= days.to) return { days: null, hours: [whole] };
  const hours = [
    { from: whole.from, to: days.from },
    { from: days.to, to: whole.to },
  ];
  return { days, hours: hours.filter(({ from, to }) => from < to) };
}

function wholeParts(
  part: PartSql,
  { whole, interval }: { whole: Range; interval: InteractionStatisticsRequest['interval'] },
  erased: Listed['erased'],
  value: Value,
): string[] {
  const { days, hours } = daysIn(whole, interval);
  const counted = [
    ...(days === null ? [] : [part.hours('interaction_day_counts', days)]),
    ...hours.map((range) => part.hours('interaction_counts', range)),
    part.hours('interaction_count_changes', whole),
  ];
  if (erased.length === 0) return counted;
  const ofErased = [
    `r.user_id = any(${value(erased.map(({ userId }) => userId))}::uuid[])`,
    `not ${notErased('r', erased, value)}`,
  ];
  return [...counted, part.rows(whole, -1, ofErased)];
}

function filters({ model, ab_campaign, source }: InteractionStatisticsRequest, value: Value): string[] {
  return [
    ...(model === null ? [] : 'id' in model ? [`r.model_id = ${value(model.id)}`] : [`r.model = ${value(model.name)}`]),
    ...(ab_campaign === null ? [] : [`r.ab_campaign = ${value(ab_campaign)}`]),
    ...(source === null ? [] : [`r.source = ${value(source)}`]),
  ];
}

/** Percentiles are the bins in which the running count of a histogram reaches the share. */
function summary(parts: string, groups: string): string {
  const percentile = (measure: number, share: number) =>
    `min(bin) filter (where measure = ${measure} and upto >= ${share} * total)`;
  const sum = (kinds: string) => `coalesce(sum(n) filter (where measure in (${kinds})), 0)::bigint`;
  return `
    with parts as (${parts}),
    grouped as materialized (
      select time, name, measure, bin, sum(n) as n from parts group by time, name, measure, bin),
    largest as (
      select name, row_number() over (order by sum(n) desc, name) - 1 as position from grouped where measure in (0, 5)
      group by name having sum(n) > 0 order by sum(n) desc, name limit ${groups}),
    leveled as (
      select g.time, coalesce(l.position, -1) as position, g.measure, g.bin, g.n
      from grouped g left join largest l on l.name = g.name
      union all select null, null, measure, bin, sum(n) from grouped group by measure, bin),
    running as (
      select *, sum(n) over (partition by time, position, measure order by bin) as upto,
        sum(n) over (partition by time, position, measure) as total from leveled where n <> 0)
    select extract(epoch from r.time)::bigint as time, r.position, max(l.name) as name, ${sum('0, 5')} as count, ${sum('5')} as errors,
      ${sum('1')} as prompt_tokens, ${sum('2')} as completion_tokens,
      ${percentile(3, 0.5)} as first_p50, ${percentile(3, 0.95)} as first_p95,
      ${percentile(4, 0.5)} as duration_p50, ${percentile(4, 0.95)} as duration_p95
    from running r left join largest l on l.position = r.position
    group by r.time, r.position having ${sum('0, 5')} > 0 order by r.time nulls first, r.position`;
}
