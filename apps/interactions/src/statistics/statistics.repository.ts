import { Injectable } from '@nestjs/common';
import type { InteractionStatisticsRequest } from '@earshot/contracts-interactions';
import { inTransaction, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { bounded } from '../reading/bounded.js';
import type { Listed } from '../reading/page-query.js';
import { statisticsQuery } from './statistics-query.js';

/** Timeout of statistics, whose caller waits for them. */
const timeoutMs = 10_000;

const key = 'project_id, hour, measure, bin, model_id, model, source, ab_campaign, finish_reason';

/** Figures of one interval and group, as read: sums are bigint. */
export interface StatisticsRow {
  /** Start of the interval, s since 1970; null for the whole range. */
  readonly time: string | null;
  /** Index of a named group, -1 for the others; null for the whole range. */
  readonly position: string | null;
  /** Of a named group; empty for interactions without a value. */
  readonly name: string | null;
  readonly count: string;
  readonly errors: string;
  readonly prompt_tokens: string;
  readonly completion_tokens: string;
  readonly first_p50: number | null;
  readonly first_p95: number | null;
  readonly duration_p50: number | null;
  readonly duration_p95: number | null;
}

/** The queries of statistics. */
@Injectable()
export class StatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The whole range first, then intervals by time. @throws AppError `query_too_broad` */
  figures(tx: Transaction, request: InteractionStatisticsRequest, erased: Listed['erased']): Promise<StatisticsRow[]> {
    const { text, values } = statisticsQuery(request, erased);
    return bounded(tx, { kind: 'statistics', timeoutMs }, async (inner) => {
      // Enough to sort some 100,000 counts.
      await inner.query("set local work_mem = '32MB'");
      const rows: StatisticsRow[] = await inner.query(text, [...values]);
      await inner.query('set local work_mem to default');
      return rows;
    });
  }

  /** Adds some changes to the counts; skips those that another process adds. @returns the number of changes. */
  async merge(limit: number): Promise<number> {
    return inTransaction(this.dataSource, async (tx) => {
      const [row]: { taken: string }[] = await tx.query(
        `with taken as (
           delete from interaction_count_changes where ctid in (
             select ctid from interaction_count_changes limit $1 for update skip locked) returning ${key}, n),
         hours as (${mergeInto('interaction_counts', 'hour')}),
         days as (${mergeInto('interaction_day_counts', "date_bin('1 day', hour, '2000-01-01T00:00:00Z')")})
         select count(*) as taken from taken`,
        [limit],
      );
      for (const table of ['interaction_counts', 'interaction_day_counts'])
        await tx.query(`delete from ${table} where n = 0`);
      return Number(row?.taken);
    });
  }
}

/** Adds the taken changes to a table of counts. @param hour SQL of the start of their interval. */
function mergeInto(table: string, hour: string): string {
  return `insert into ${table} as c (${key}, n)
    select ${key}, sum(n) from (select ${key.replace('hour', `${hour} as hour`)}, n from taken) as changes
    group by ${key} order by ${key} on conflict (${key}) do update set n = c.n + excluded.n`;
}
