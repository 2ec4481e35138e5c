import type { PublishableRecord, RecordPublisher } from '@earshot/messaging';
import type { DataSource } from 'typeorm';
import { read, write } from '../data-source/statements.js';
import { transact } from '../data-source/transact.js';
import { outboxTurn } from './outbox-turn.js';

/** Enough that the broker's acknowledgement costs little per record, few enough to be sent again after a crash. */
const batchRecords = 500;

/** Records are up to 1 MB: this keeps a batch far below what the producer takes at once, and a process's memory small. */
const batchBytes = 8 * 1024 * 1024;

/** Longer than a producer tries, so that nobody else publishes while this process still may. */
const publishTimeoutMs = 120_000;

type Row = PublishableRecord & {
  readonly id: string;
  /** How many records were looked at: more than there are rows where the others would make the batch too large. */
  readonly seen: string;
};

const oldest = `select id, topic, key, type, value, headers, seen
   from (select *, count(*) over () as seen, sum(coalesce(octet_length(value), 0)) over (order by id) as bytes
         from (select id, topic, key, type, value, headers from outbox order by id limit $1) as oldest) as batch
   where bytes - coalesce(octet_length(value), 0) < $2 order by id`;

/** Whether there is anything to publish. By the index: it knows where the rows end that are deleted and not yet cleared away, of which there are thousands under load. */
export async function hasRecords(dataSource: DataSource): Promise<boolean> {
  const some: unknown[] = await dataSource.query('select 1 from outbox order by id limit 1');
  return some.length > 0;
}

/**
 * Publishes the oldest records of the outbox, in order, and deletes them. One process of a service at a time: the others
 * wait for their turn. A process that dies in the middle gives up its turn, and the next one publishes again what it did
 * not delete.
 *
 * @param published told when they are in Kafka, before they are deleted, and whether there may be more.
 */
export async function publishBatch(
  dataSource: DataSource,
  publisher: Pick<RecordPublisher, 'publish'>,
  published: (more: boolean) => void,
): Promise<void> {
  await transact(dataSource, async (tx) => {
    // A statement of its own: what is read after it was committed before the turn came. A deletion that the disk has not is made up for by
    // publishing again, as after any crash.
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
