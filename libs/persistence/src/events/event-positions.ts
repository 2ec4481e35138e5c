import type { ReceivedEvent } from '@earshot/messaging';
import { write } from '../data-source/statements.js';
import type { Transaction } from '../transaction.js';

/** Says, in the transaction that wrote what they said, that these events are in the tables. */
export async function advancePositions(tx: Transaction, events: readonly ReceivedEvent<unknown>[]): Promise<void> {
  const next = new Map<string, { topic: string; partition: number; offset: number }>();
  for (const { position } of events) {
    const key = `${position.topic}/${position.partition}`;
    if ((next.get(key)?.offset ?? -1) <= position.offset) next.set(key, { ...position, offset: position.offset + 1 });
  }
  const rows = [...next.values()];
  await write(
    tx,
    `insert into event_positions (topic, partition, next_offset)
     select * from unnest($1::text[], $2::integer[], $3::bigint[])
     on conflict (topic, partition)
       do update set next_offset = greatest(event_positions.next_offset, excluded.next_offset)`,
    [rows.map(({ topic }) => topic), rows.map(({ partition }) => partition), rows.map(({ offset }) => offset)],
  );
}

/** By partition, the offset below which the events of a topic are in the tables, as far as any process has brought them there. */
export async function readPositions(tx: Transaction, topic: string): Promise<number[]> {
  const rows: { partition: number; next_offset: string }[] = await tx.query(
    'select partition, next_offset from event_positions where topic = $1',
    [topic],
  );
  const positions: number[] = [];
  for (const { partition, next_offset } of rows) positions[partition] = Number(next_offset);
  return positions;
}
