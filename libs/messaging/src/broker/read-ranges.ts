import { rangeReaderGroupPrefix, type Topic } from '@earshot/contracts-core';
import { v7 } from 'uuid';
import type { Broker, BrokerConsumer, IncomingRecord, Range } from './broker.port.js';
import { rangeSilenceMs } from '../timing.js';

/**
 * Reads ranges of a topic in a temporary consumer group; waits for the handler between batches.
 *
 * @param ranges by number of partition.
 * @param silenceMs how long the broker may send nothing while records are missing, ms.
 * @throws Error if it does, or the error of the handler.
 */
export async function readRanges(
  broker: Pick<Broker, 'consumer' | 'admin'>,
  { name }: Pick<Topic, 'name'>,
  ranges: readonly Range[],
  handle: (records: readonly IncomingRecord[]) => Promise<void>,
  silenceMs = rangeSilenceMs,
): Promise<void> {
  const open = new Map(ranges.flatMap(({ first, end }, partition) => (end > first ? [[partition, end]] : [])));
  if (open.size === 0) return;
  const group = `${rangeReaderGroupPrefix}${v7()}`;
  const { promise: read, resolve, reject } = Promise.withResolvers<void>();
  const silence = setTimeout(
    () => reject(new Error(`the broker sent no records of ${name} for ${silenceMs} ms`)),
    silenceMs,
  );
  let handled: Promise<void> = Promise.resolve();
  const consumer: BrokerConsumer = broker.consumer({
    group,
    topics: [name],
    startAt: (_topic, partition) => ranges[partition]?.first,
    onRecords: (_topic, partition, records) => {
      // Backpressure: one batch of a partition at a time.
      consumer.pause(name, partition);
      const end = open.get(partition);
      if (end === undefined) return;
      const within = records.filter(({ offset }) => offset < end);
      handled = handled.then(async () => {
        if (within.length > 0) await handle(within);
        silence.refresh();
        if ((records.at(-1)?.offset ?? 0) + 1 >= end) open.delete(partition);
        else consumer.resume(name, partition);
        if (open.size === 0) resolve();
      });
      handled.catch(reject);
    },
  });
  try {
    await read;
  } finally {
    clearTimeout(silence);
    await consumer.close();
    await broker.admin.deleteGroups([group]).catch(() => undefined);
  }
}
