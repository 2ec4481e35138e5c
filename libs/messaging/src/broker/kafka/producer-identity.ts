import { initProducerIdV4 } from '@platformatic/kafka';
import { sleep } from '../back-off.js';
import type { Cluster } from './cluster.js';
import type { PartitionRecords } from './codec/produce.js';
import type { BatchOrigin } from './codec/record-batch.js';
import { errorCodes, KafkaError } from './kafka-errors.js';

/** Sequence numbers are 32 bits wide: long before they run out, which takes days, the producer becomes another one. */
const maxSequence = 2_000_000_000;

/** Not a transaction, so there is nothing that could time out. */
const noTransactionTimeoutMs = 0;

/** A broker that has just started fetches a stock of ids first: within a second, so it is asked this often, every 100 ms. */
const maxTries = 30;
const retryAfterMs = 100;

/** What a broker knows an idempotent producer by: batches that it has seen are not written again. */
export class ProducerIdentity {
  readonly #producerId: number;
  readonly #epoch: number;
  readonly #nextSequences = new Map<string, number>();
  /** Whether it has numbers left. */
  isFresh = true;

  private constructor(producerId: number, epoch: number) {
    this.#producerId = producerId;
    this.#epoch = epoch;
  }

  /** A new one. @throws Error: the broker does not give one at the moment. */
  static async obtain(cluster: Cluster): Promise<ProducerIdentity> {
    for (let tries = 1; ; tries += 1) {
      const answer = await cluster.ask((link) =>
        initProducerIdV4.api.async(link, null, noTransactionTimeoutMs, -1n, -1),
      );
      if (answer.errorCode === 0) return new ProducerIdentity(Number(answer.producerId), answer.producerEpoch);
      if (answer.errorCode !== errorCodes.coordinatorLoading || tries === maxTries)
        throw new KafkaError(answer.errorCode, 'no producer id');
      await sleep(retryAfterMs);
    }
  }

  /** Whose these are, as the next batch of their partition: the one after it continues their numbers. */
  originOf({ topic, partition, records }: PartitionRecords): BatchOrigin {
    const key = `${topic}:${partition}`;
    const firstSequence = this.#nextSequences.get(key) ?? 0;
    const next = firstSequence + records.length;
    this.#nextSequences.set(key, next);
    if (next > maxSequence) this.isFresh = false;
    return { producerId: this.#producerId, epoch: this.#epoch, firstSequence };
  }
}
