import type { PublishableRecord, RecordPublisher } from '@earshot/messaging';
import type { DataSource } from 'typeorm';
import { read, write } from '../data-source/statements.js';
import { transact } from '../data-source/transaction.js';

/** Few acknowledgements, and little to repeat after a crash. */
const batchRecords = 500;

/** Limits memory; records have up to 1 MB. */
const batchBytes = 8 * 1024 * 1024;

/** Longer than a producer retries, so that two processes never publish at once. */
const publishTimeoutMs = 120_000;

type Row = PublishableRecord & {
  readonly id: string;
  /** Number of records before the limit of bytes. */
  readonly seen: string;
};

const oldest = `select id, topic, key, type, value, headers, seen
   from (select *, count(*) over () as seen, sum(coalesce(octet_length(value), 0)) over (order by id) as bytes
         from (select id, topic, key, type, value, headers from outbox order by id limit $1) as oldest) as batch
   where bytes - coalesce(octet_length(value), 0) < $2 order by id`;

/** Whether there are records. Reads the index, which skips thousands of dead rows under load. */
export async function hasRecords(dataSource: DataSource): Promise<boolean> {
  const rows: unknown[] = await dataSource.query('select 1 from outbox order by id limit 1');
  return rows.length > 0;
}

/**
 * Publishes the oldest records of the outbox, in order, and deletes them. One process of a service does it at a time.
 * After a crash the next process publishes again what was not deleted.
 *
 * @param published called when they are in Kafka, before they are deleted, with whether there may be more.
 */
export async function publishBatch(
  dataSource: DataSource,
  publisher: Pick<RecordPublisher, 'publish'>,
  published: (more: boolean) => void,
): Promise<void> {
  await transact(dataSource, async (tx) => {
    // A statement of its own, so that the next one reads all that was committed before the lock. A deletion that is
    // lost (asynchronous commit) is repaired by publishing again, as after any crash.
    await write(
      tx,
      `select set_config('idle_in_transaction_session_timeout', $1, true), set_config('synchronous_commit', 'off', true),
              ${outboxTurn('current_schema()')}`,
      [String(publishTimeoutMs)],
    );
    const rows = await read<Row>(tx, oldest, [batchRecords, batchBytes]);
    await publisher.publish(rows.map(({ topic, key, type, value, headers }) => ({ topic, key, type, value, headers })));
    published(Number(rows[0]?.seen ?? 0) > rows.length || rows.length === batchRecords);
    if (rows.length > 0) await write(tx, 'delete from outbox where id = any($1::bigint[])', [rows.map(({ id }) => id)]);
  });
}

/**
 * SQL that takes the lock of an outbox until the end of the transaction: nobody else is then between sending a record
 * and deleting its row.
 *
 * @param schema SQL expression of the schema's name.
 */
export function outboxTurn(schema: string): string {
  return `pg_advisory_xact_lock(hashtextextended('earshot:outbox:' || ${schema}, 0))`;
}
