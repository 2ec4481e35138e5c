import type { BrokerProducer } from '../broker/broker.port.js';
import { maxBatchBytes } from './limits.js';

/** Sends to an inbox, through the broker, the records that another way did not bring, ahead of all that is sent there after this was called. */
export type Forward = (inbox: string, values: readonly Buffer[]) => Promise<void>;

/** Forwards by this producer, which has to be the one that sends to inboxes otherwise: it keeps the order of the calls. */
export function forwardBy(producer: BrokerProducer): Forward {
  return async (topic, values) => {
    const sent = [...batchesOf(values)].map((batch) =>
      producer.send(batch.map((value) => ({ topic, partition: 0, key: null, value }))),
    );
    await Promise.all(sent);
  };
}

/** As many together as a broker takes at once. */
function* batchesOf(values: readonly Buffer[]): Generator<readonly Buffer[]> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (const value of values) {
    if (batch.length > 0 && bytes + value.length > maxBatchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(value);
    bytes += value.length;
  }
  if (batch.length > 0) yield batch;
}
