import { Injectable } from '@nestjs/common';
import type { RemoveRecord } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import type { RecordKind } from './removal.errors.js';

const tables = { feedback: 'feedback', comparison: 'comparisons' } as const;

/** The queries of records to remove. */
@Injectable()
export class RemovalRepository {
  /** Returns the metrics of records, by id. */
  async metricsOf(
    tx: Transaction,
    kind: RecordKind,
    records: readonly RemoveRecord[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows: { id: string; project_id: string; metric_id: string }[] = await tx.query(
      `select id, project_id, metric_id from ${tables[kind]} where id = any($1::uuid[])`,
      [records.map(({ id }) => id)],
    );
    const own = rows.filter((row) =>
      records.some(({ id, project_id }) => id.toLowerCase() === row.id && project_id === row.project_id),
    );
    return new Map(own.map(({ id, metric_id }) => [id, metric_id]));
  }

  /** Stores the ids of removed records. */
  async remember(tx: Transaction, { id, project_id }: RemoveRecord): Promise<void> {
    await tx.query('insert into removed_records (id, project_id) values ($1, $2) on conflict do nothing', [
      id,
      project_id,
    ]);
  }
}
