import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import { historyQuery, storedQuery, type ScanPart, type ScannedRow } from './scan-query.js';

/** The queries of scans. */
@Injectable()
export class ScanningRepository {
  /**
   * The time before which all rows are committed: `stored_at` is the start of a transaction. It is at least 1 s ago, because a
   * transaction is listed some time after its start.
   */
  async settledAt(tx: Transaction): Promise<Date> {
    const [row]: { at: Date }[] = await tx.query(
      `select date_trunc('milliseconds', least(now() - interval '1 second', min(xact_start) - interval '1 millisecond')) as at
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    );
    return (row as { at: Date }).at;
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
