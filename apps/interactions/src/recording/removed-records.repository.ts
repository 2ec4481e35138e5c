import { Injectable } from '@nestjs/common';
import { insertRows, write, type Transaction } from '@earshot/persistence';

/** A removed value or comparison. */
export interface RemovedRecord {
  readonly id: string;
  readonly project_id: string;
  /** RFC 3339 in UTC. */
  readonly removed_at: string;
}

const columns = { id: 'uuid', project_id: 'uuid', removed_at: 'timestamptz' };

/** The queries of removed feedback and comparisons. */
@Injectable()
export class RemovedRecordsRepository {
  /** Deletes the rows of records and stores their ids, so that late events do not bring them back. */
  async remove(tx: Transaction, records: readonly RemovedRecord[]): Promise<void> {
    // Waits for open transactions that called among.
    await write(tx, 'lock table removed_records in exclusive mode', []);
    await insertRows(tx, 'removed_records', columns, records, 'on conflict do nothing');
    const ids = records.map(({ id }) => id);
    await write(tx, 'delete from feedback_values where id = any($1::uuid[])', [ids]);
    await write(tx, 'delete from preferences where id = any($1::uuid[])', [ids]);
  }

  /** The removed ones among records. A later removal waits for the end of the transaction, then finds its rows. */
  async among(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    await write(tx, 'lock table removed_records in row share mode', []);
    const rows: { id: string }[] = await tx.query('select id from removed_records where id = any($1::uuid[])', [ids]);
    return new Set(rows.map(({ id }) => id));
  }
}
