import { Injectable } from '@nestjs/common';
import { inTransaction, outsideTransactions, type RowPosition, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { notErased, notReplaced } from '../reading/conditions.js';
import type { Listed } from '../reading/page-query.js';
import type { MetricValues } from './export-lines.js';
import { pairsQuery, type ListedPairs } from '../reading/pairs-query.js';

/** A preference with the positions of its completions. */
export interface PairPosition extends RowPosition {
  /** Size of both records. */
  readonly bytes: number;
  readonly preferred: RowPosition;
  readonly other: RowPosition;
}

/** Feedback on completions until a time. */
export interface FeedbackSelection {
  readonly projectId: string;
  readonly completionIds: readonly string[];
  readonly until: Date;
  readonly erased: Listed['erased'];
}

interface PairRow {
  readonly id: string;
  readonly created_at: Date;
  readonly bytes: number;
  readonly preferred_id: string;
  readonly preferred_at: Date;
  readonly other_id: string;
  readonly other_at: Date;
}

/** The queries of exports. */
@Injectable()
export class ExportRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A time just ahead of the database's clock: all rows stored before now are stored until then. */
  async aheadOfClock(): Promise<Date> {
    const [row]: { at: Date }[] = await this.#query(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '2 milliseconds' as at`,
      [],
    );
    return (row as { at: Date }).at;
  }

  /** Whether no open transaction can still store rows until then; `stored_at` is the start of a transaction. */
  async hasNoOpenTransaction(at: Date): Promise<boolean> {
    const [row]: { done: boolean }[] = await this.#query(
      `select clock_timestamp() > $1::timestamptz + interval '1 millisecond' and not exists (
         select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and backend_type = 'client backend' and xact_start <= $1::timestamptz + interval '1 millisecond') as done`,
      [at],
    );
    return (row as { done: boolean }).done;
  }

  /** Reads in one repeatable-read snapshot. */
  inSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      return read(tx);
    });
  }

  /** The first preferences of an export. */
  async pairs(tx: Transaction, listed: ListedPairs, limit: number): Promise<PairPosition[]> {
    const { text, values } = pairsQuery(listed, limit);
    const rows: PairRow[] = await tx.query(text, [...values]);
    return rows.map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      bytes: row.bytes,
      preferred: { id: row.preferred_id, created_at: row.preferred_at.toISOString() },
      other: { id: row.other_id, created_at: row.other_at.toISOString() },
    }));
  }

  /** By completion id, the latest values of each metric, aggregated and in the order of metric ids. */
  async values(
    tx: Transaction,
    { projectId, completionIds, until, erased }: FeedbackSelection,
  ): Promise<Map<string, MetricValues[]>> {
    const values: unknown[] = [projectId, completionIds, until];
    const value = (given: unknown) => `$${values.push(given)}`;
    const conditions = [
      'f.project_id = $1 and f.completion_id = any($2::uuid[]) and f.stored_at <= $3',
      notReplaced('$3'),
      ...(erased.length === 0 ? [] : [notErased('f', erased, value)]),
    ];
    // numeric, so that the mean of values near the limits of a double does not overflow.
    const rows: ({ completion_id: string } & MetricValues)[] = await tx.query(
      `select f.completion_id, f.metric_id as "metricId", max(f.metric) as metric,
         avg(f.value::numeric)::double precision as mean,
         (count(*) filter (where f.value = 1))::integer as yes, (count(*) filter (where f.value = 0))::integer as no
       from feedback_values f where ${conditions.join(' and ')}
       group by f.completion_id, f.metric_id order by f.completion_id, f.metric_id`,
      values,
    );
    const found = new Map<string, MetricValues[]>();
    for (const { completion_id, ...values } of rows) {
      const one = found.get(completion_id);
      if (one === undefined) found.set(completion_id, [values]);
      else one.push(values);
    }
    return found;
  }

  #query<Rows>(text: string, values: readonly unknown[]): Promise<Rows> {
    return outsideTransactions(this.dataSource, (manager) => manager.query(text, [...values]));
  }
}
