import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import { isComplete, notErased } from '../reading/conditions.js';
import type { Listed } from '../reading/page-query.js';
import { historyQuery, storedQuery, type ScanPart, type ScannedRow } from './scan-query.js';

/** The queries of scans. */
@Injectable()
export class ScanningRepository {
  /**
   * The time before which all rows are committed: `stored_at` is the start of a transaction. It is at least 1 s ago,
   * because a transaction is listed some time after its start.
   */
  async settledAt(tx: Transaction): Promise<Date> {
    const [row]: { at: Date }[] = await tx.query(
      `select date_trunc('milliseconds', least(now() - interval '1 second', min(xact_start) - interval '1 millisecond')) as at
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    );
    return (row as { at: Date }).at;
  }

  /** Which of these completions are complete answers of the project. */
  async complete(
    tx: Transaction,
    { projectId, erased }: Pick<Listed, 'projectId' | 'erased'>,
    completionIds: readonly string[],
  ): Promise<string[]> {
    const values: unknown[] = [projectId, completionIds];
    const value = (given: unknown) => `$${values.push(given)}`;
    const conditions = [
      'i.project_id = $1 and i.completion_id = any($2::uuid[])',
      isComplete('i'),
      ...(erased.length === 0 ? [] : [notErased('i', erased, value)]),
    ];
    const rows: { completion_id: string }[] = await tx.query(
      `select distinct i.completion_id from interactions i where ${conditions.join(' and ')}`,
      values,
    );
    return rows.map(({ completion_id }) => completion_id);
  }

  /** The next rows by time, the newest first. */
  history(tx: Transaction, part: ScanPart): Promise<ScannedRow[]> {
    const { text, values } = historyQuery(part);
    return tx.query(text, [...values]);
  }

  /** The next rows by time of storing, before a time. */
  stored(tx: Transaction, part: ScanPart, before: Date): Promise<ScannedRow[]> {
    const { text, values } = storedQuery(part, before);
    return tx.query(text, [...values]);
  }
}
