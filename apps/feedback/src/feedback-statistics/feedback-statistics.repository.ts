import { Injectable } from '@nestjs/common';
import type { FeedbackStatisticsRequest } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import { allModels } from '../comparisons/comparison.js';
import type { Parts } from './period.js';

/** Scope of statistics. */
export interface StatisticsScope extends Pick<FeedbackStatisticsRequest, 'interval' | 'group_by'>, Parts {
  readonly metric_ids: readonly string[];
  /** Groups that are not combined. */
  readonly maxGroups: number;
}

/** A group in an interval; `time` null: the total. Exact numbers are decimal text. */
export interface StatisticsCell {
  readonly time: Date | null;
  /** From 1, the largest group first; null for the rest. */
  readonly rank: number | null;
  /** Index of the metric from 1, or a model; empty for unknown models. null for the rest. */
  readonly name: string | null;
  readonly count: string;
  readonly outcomes: string;
  readonly mean: string | null;
  readonly comparisons: string;
}

/** Groups: the name of a row, which rows count, and which comparisons. Each counts once for each of its models. */
const groups = {
  metric: { name: 'metric::text', where: 'true', comparisons: `comparisons * (model = '${allModels}')::int` },
  model: { name: 'model', where: `model <> '${allModels}'`, comparisons: 'comparisons' },
};

/** The queries of statistics. They add up hours, and read rows only for parts of hours. */
@Injectable()
export class FeedbackStatisticsRepository {
  /** Cells by time and rank, the total first. */
  async cells(tx: Transaction, scope: StatisticsScope): Promise<StatisticsCell[]> {
    const { name, where, comparisons } = groups[scope.group_by];
    return tx.query(
      `with asked as (
         select asked_id, number::int as metric from unnest($1::uuid[]) with ordinality as one (asked_id, number)),
       sums as (
         select date_bin($6::interval, at, '2000-01-01T00:00:00Z') as time, metric, model, sum(count) as count,
           sum(outcomes) as outcomes, sum(sum) as sum, sum(comparisons) as comparisons
         from (${entries}) entry group by 1, 2, 3),
       cells as (
         select time, ${name} as name, sum(count) as count, sum(outcomes) as outcomes, sum(sum) as sum,
           sum(${comparisons}) as comparisons,
           min(metric) filter (where count > 0) as first, max(metric) filter (where count > 0) as last
         from sums where ${where} group by 1, 2),
       ranked as (
         select name, row_number() over (order by sum(count + comparisons) desc, name) as rank
         from cells group by name having sum(count + comparisons) > 0)
       select null as time, null as rank, null as name, coalesce(sum(count), 0)::text as count,
         coalesce(sum(outcomes), 0)::text as outcomes, null as mean,
         coalesce(sum(${groups.metric.comparisons}), 0)::text as comparisons
       from sums
       union all
       select time, case when rank <= $7 then rank::int end, case when rank <= $7 then name end, sum(count)::text,
         sum(outcomes)::text, case when min(first) = max(last) then (sum(sum) / sum(count))::text end, sum(comparisons)::text
       from cells join ranked using (name) where count > 0 or comparisons > 0 group by 1, 2, 3
       order by time nulls first, rank`,
      statementParametersOf(scope),
    );
  }
}

const entries = `
  select hour as at, metric, model, count, outcomes, sum, comparisons
  from asked join hourly_summaries on metric_id = asked_id and hour >= $2 and hour < $3
  union all
  select created_at, metric, model, 1, (origin = 'outcome')::int, value::text::numeric, 0
  from asked cross join unnest($4::timestamptz[], $5::timestamptz[]) as edge (begins, ends)
  join feedback on metric_id = asked_id and is_current and created_at >= begins and created_at < ends
  union all
  select created_at, metric, side.model, 0, 0, 0, 1
  from asked cross join unnest($4::timestamptz[], $5::timestamptz[]) as edge (begins, ends)
  join comparisons on metric_id = asked_id and created_at >= begins and created_at < ends
  cross join lateral (values (preferred_model), (nullif(other_model, preferred_model)), ('${allModels}')) as side (model)
  where side.model is not null`;

function statementParametersOf({ metric_ids, interval, maxGroups, hours, edges }: StatisticsScope): unknown[] {
  const time = (ms: number) => new Date(ms).toISOString();
  // An empty range of hours.
  const { from, to } = hours ?? { from: 0, to: 0 };
  return [
    metric_ids,
    ...[time(from), time(to)],
    ...[edges.map((edge) => time(edge.from)), edges.map((edge) => time(edge.to))],
    `1 ${interval}`,
    maxGroups,
  ];
}
