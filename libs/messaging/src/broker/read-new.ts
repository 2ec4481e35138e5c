import { rangeReaderGroupPrefix, type Topic } from '@earshot/contracts-core';
import { v7 } from 'uuid';
import type { Broker, ConsumerOptions, Range } from './broker.port.js';

/**
 * Reads all records that are sent to the topics after this call, in a temporary consumer group. It commits nothing, and
 * goes on where it was after a lost connection.
 *
 * @param onRecords as of a consumer: called synchronously, must not throw.
 * @returns once the ends of the topics are known. `close` also deletes the group.
 * @throws Error if the broker does not report the ends.
 */
export async function readNew(
  broker: Pick<Broker, 'consumer' | 'admin'>,
  topics: readonly Pick<Topic, 'name'>[],
  onRecords: ConsumerOptions['onRecords'],
): Promise<{ close(): Promise<void> }> {
  const names = topics.map(({ name }) => name);
  const ends = await Promise.all(
    names.map(async (name) => [name, await broker.admin.bounds(name)] satisfies [string, Range[]]),
  );
  const byTopic = new Map(ends);
  const group = `${rangeReaderGroupPrefix}${v7()}`;
  const consumer = broker.consumer({
    group,
    topics: names,
    background: true,
    exclusive: true,
    startAt: (topic, partition) => byTopic.get(topic)?.[partition]?.end,
    onRecords,
  });
  return {
    close: async () => {
      await consumer.close();
      await broker.admin.deleteGroups([group]).catch(() => undefined);
    },
  };
}
