import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import { allModels } from '../comparisons/comparison.js';
import type { Parts, Period } from './period.js';

/** Scope of a summary. */
export interface SummaryScope extends Parts {
  readonly metric_id: string;
  /** null for all. */
  readonly model: string | null;
}

/** Totals of all cells, or of a model, day or bucket. Exact numbers are decimal text. */
export interface FeedbackTotals {
  readonly by: 'all' | 'model' | 'day' | 'bucket';
  readonly model: string | null;
  readonly day: string | null;
  readonly bucket: number | null;
  readonly count: string;
  readonly mean: string | null;
  readonly variance: string | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** Totals of the comparisons of a model; `*` is all models. */
export interface ComparisonTotals {
  readonly model: string;
  readonly wins: string;
  readonly losses: string;
  readonly ties: string;
}

/** The queries of summaries. They add up cells, and read rows only for partial days at the ends of a period. */
@Injectable()
export class SummariesRepository {
  /** Totals of feedback, overall and by model, day and bucket. */
  async feedback(tx: Transaction, scope: SummaryScope): Promise<FeedbackTotals[]> {
    return tx.query(
      `with cells as (
         select day, model, bucket, count, sum, sum_of_squares, min, max from value_summaries
         where metric_id = $1 and day >= $2::date and day < $3::date and ($4::text is null or model = $4)
         union all
         select day, model, bucket, 1, value::text::numeric, value::text::numeric * value::text::numeric, value, value
         from unnest($5::timestamptz[], $6::timestamptz[]) as edge (begins, ends)
         join feedback on is_current and metric_id = $1
           and day = (begins at time zone 'UTC')::date and created_at >= begins and created_at < ends
           and ($4::text is null or model = $4)
       )
       select case grouping(model, day, bucket) when 7 then 'all' when 3 then 'model' when 5 then 'day' else 'bucket' end as by,
              model, day::text, bucket, sum(count) as count,
              (sum(sum) / sum(count))::text as mean,
              ((sum(count) * sum(sum_of_squares) - sum(sum) * sum(sum)) / (sum(count) * sum(count)))::text as variance,
              min(min) as min, max(max) as max
       from cells group by grouping sets ((), (model), (day), (bucket)) having sum(count) > 0`,
      statementParametersOf(scope),
    );
  }

  /** Totals of comparisons, by model and overall. */
  async comparisons(tx: Transaction, scope: SummaryScope): Promise<ComparisonTotals[]> {
    return tx.query(
      `with cells as (
         select model, wins, losses, ties from comparison_summaries
         where metric_id = $1 and day >= $2::date and day < $3::date
         union all
         select side.model, side.wins, side.losses, side.ties
         from unnest($5::timestamptz[], $6::timestamptz[]) as edge (begins, ends)
         join comparisons on metric_id = $1 and created_at >= begins and created_at < ends
         cross join lateral (
           select model, max(wins) as wins, max(losses) as losses, max(ties) as ties
           from (values (preferred_model, (tied is null)::int, 0, (tied is not null)::int),
                        (other_model, 0, (tied is null)::int, (tied is not null)::int),
                        ('${allModels}', (tied is null)::int, (tied is null)::int, (tied is not null)::int))
             as one (model, wins, losses, ties)
           group by model
         ) as side
       )
       select model, sum(wins)::text as wins, sum(losses)::text as losses, sum(ties)::text as ties
       from cells where $4::text is null or model = $4 group by model having sum(wins + losses + ties) > 0`,
      statementParametersOf(scope),
    );
  }
}

function statementParametersOf({ metric_id, model, days, edges }: SummaryScope): unknown[] {
  // An empty range of days.
  const { from, to } = days ?? { from: '1970-01-01', to: '1970-01-01' };
  return [metric_id, from, to, model, edges.map((edge) => time(edge, 'from')), edges.map((edge) => time(edge, 'to'))];
}

function time(edge: Period, end: 'from' | 'to'): string {
  return new Date(edge[end]).toISOString();
}
