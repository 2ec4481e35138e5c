import type { ReceivedEvent } from '@earshot/messaging';
import { insertRows } from '../rows/insert-rows.js';
import type { Transaction } from '../data-source/transaction.js';

const columns = { topic: 'text', partition: 'integer', next_offset: 'bigint' };

/** Stores, in the transaction of the events, that they are in the tables. */
export async function advancePositions(tx: Transaction, events: readonly ReceivedEvent<unknown>[]): Promise<void> {
  const next = new Map<string, { topic: string; partition: number; offset: number }>();
  for (const { position } of events) {
    const key = `${position.topic}/${position.partition}`;
    if ((next.get(key)?.offset ?? -1) <= position.offset) next.set(key, { ...position, offset: position.offset + 1 });
  }
  const rows = [...next.values()].map(({ topic, partition, offset }) => ({ topic, partition, next_offset: offset }));
  await insertRows(
    tx,
    'event_positions',
    columns,
    rows,
    `on conflict (topic, partition)
       do update set next_offset = greatest(event_positions.next_offset, excluded.next_offset)`,
  );
}

/** By partition, the offset below which all events of a topic are in the tables. */
export async function readPositions(tx: Transaction, topic: string): Promise<number[]> {
  const rows: { partition: number; next_offset: string }[] = await tx.query(
    'select partition, next_offset from event_positions where topic = $1',
    [topic],
  );
  const positions: number[] = [];
  for (const { partition, next_offset } of rows) positions[partition] = Number(next_offset);
  return positions;
}
