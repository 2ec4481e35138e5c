import { randomUUID } from 'node:crypto';
import type { Topic } from '@earshot/contracts-core';
import { parseJson } from '../wire/frames.js';
import type { Broker } from './broker.port.js';

/** A record of a topic as it lies there. */
export interface ReadRecord {
  /** Type of the contract. */
  readonly type: string | undefined;
  /** The JSON in it; undefined for none. */
  readonly value: unknown;
}

/** Reads all that a topic holds at this moment, one piece after the other, as a group of its own that is gone afterwards. */
export async function readAll(
  broker: Broker,
  topic: Pick<Topic, 'name'>,
  handle: (records: readonly ReadRecord[]) => Promise<void>,
): Promise<void> {
  const bounds = await broker.admin.bounds(topic.name);
  const open = new Set(bounds.flatMap(({ first, end }, partition) => (end > first ? [partition] : [])));
  if (open.size === 0) return;
  const group = `read-${topic.name}-${randomUUID()}`;
  let handled: Promise<void> = Promise.resolve();
  let settle: { resolve: () => void; reject: (error: unknown) => void };
  const read = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  const consumer = broker.consumer({
    group,
    topics: [topic.name],
    onRecords: (_topic, partition, records) => {
      // No more of it until this is dealt with: what waits stays small.
      consumer.pause(topic.name, partition);
      const given = records.map(({ headers, value }) => ({ type: headers['type'], value: parseJson(value) }));
      handled = handled.then(async () => {
        await handle(given);
        if ((records.at(-1)?.offset ?? 0) + 1 >= (bounds[partition]?.end ?? 0)) open.delete(partition);
        if (open.size === 0) settle.resolve();
        consumer.resume(topic.name, partition);
      });
      handled.catch((error: unknown) => settle.reject(error));
    },
  });
  try {
    await read;
  } finally {
    await consumer.close();
    await broker.admin.deleteGroups([group]);
  }
}
