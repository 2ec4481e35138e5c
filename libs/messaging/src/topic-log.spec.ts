import { beforeEach, expect, it } from '@jest/globals';
import { eventTopic } from '@earshot/contracts-core';
import type { BrokerConsumer } from './broker/broker.port.js';
import { MemoryBroker } from '../test/memory/memory-broker.js';
import { TopicLog } from './topic-log.js';

const topic = eventTopic('notes.made', 2);
let broker: MemoryBroker;
let log: TopicLog;

beforeEach(async () => {
  broker = new MemoryBroker();
  await broker.admin.ensureTopics([topic]);
  log = new TopicLog(broker);
  await log.append(
    Array.from({ length: 10 }, (_, at) => ({
      topic: topic.name,
      partition: at % 2,
      key: null,
      value: Buffer.from('x'),
    })),
  );
});

/** A service that has handled so much of each partition. */
const listener = (service: string, ...offsets: number[]) => {
  const open = new Set([0, 1]);
  return new Promise<BrokerConsumer>((resolve) => {
    const consumer = broker.consumer({
      group: `${service}.${topic.name}`,
      topics: [topic.name],
      onRecords: (_topic, partition) => {
        consumer.done(topic.name, partition, offsets[partition] ?? 0);
        open.delete(partition);
        if (open.size === 0) resolve(consumer);
      },
    });
  });
};

it('reports the handled offsets of several services for an event topic', async () => {
  expect(await log.committedOffsets(topic, ['feedback'])).toEqual([0, 0]);
  const consumers = [
    await listener('feedback', 4, 2),
    await listener('interactions', 3, 5),
    await listener('gone', 1, 1),
  ];
  for (const consumer of consumers) await consumer.close();
  expect(await log.committedOffsets(topic, ['feedback', 'interactions'])).toEqual([3, 2]);
});

it('reports whether a consumer is connected', async () => {
  expect(await log.hasActiveConsumers(topic)).toBe(false);
  const consumer = await listener('feedback');
  expect(await log.hasActiveConsumers(topic)).toBe(true);
  await consumer.close();
  expect(await log.hasActiveConsumers(topic)).toBe(false);
});
