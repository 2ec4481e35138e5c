import { randomUUID } from 'node:crypto';
import type { Broker } from '../src/broker/broker.port.js';

/**
 * A topic of one partition, made on this broker, a producer of it and the one member of a group that reads it.
 *
 * @param open is told what to close, in this order.
 */
export async function recordsScene(broker: Broker, open: { close(): Promise<void> }[]) {
  open.push(broker);
  const topic = { name: `records-${randomUUID().slice(0, 8)}`, lane: 'event' as const, partitions: 1, config: {} };
  await broker.admin.ensureTopics([topic]);
  const texts: (string | undefined)[] = [];
  /** By offset: a consumer whose connection broke reads again what it has not committed. */
  const log: (string | undefined)[] = [];
  const consumer = broker.consumer({
    group: topic.name,
    topics: [topic.name],
    onRecords: (_topic, partition, records) => {
      texts.push(...records.map(({ value }) => value?.toString()));
      for (const { offset, value } of records) log[offset] = value?.toString();
      consumer.done(topic.name, partition, (records.at(-1)?.offset ?? 0) + 1);
    },
  });
  const producer = broker.producer();
  open.unshift(consumer, producer);
  await consumer.ready;
  const send = (text: string) => producer.send([{ topic: topic.name, key: null, value: Buffer.from(text) }]);
  return { broker, topic, texts, log, send };
}
