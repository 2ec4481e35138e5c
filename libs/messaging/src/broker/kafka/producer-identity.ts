import { initProducerIdV4, NumericMap, type CreateRecordsBatchOptions, type MessageRecord } from '@platformatic/kafka';
import { sleep } from '../back-off.js';
import type { Cluster } from './cluster.js';
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
  readonly #producerId: bigint;
  readonly #producerEpoch: number;
  readonly #sequences = new NumericMap();
  /** Whether it has numbers left. */
  isFresh = true;

  private constructor(producerId: bigint, producerEpoch: number) {
    this.#producerId = producerId;
    this.#producerEpoch = producerEpoch;
  }

  /** A new one. @throws Error: the broker does not give one at the moment. */
  static async obtain(cluster: Cluster): Promise<ProducerIdentity> {
    for (let tries = 1; ; tries += 1) {
      const answer = await cluster.ask((link) =>
        initProducerIdV4.api.async(link, null, noTransactionTimeoutMs, -1n, -1),
      );
      if (answer.errorCode === 0) return new ProducerIdentity(answer.producerId, answer.producerEpoch);
      if (answer.errorCode !== errorCodes.coordinatorLoading || tries === maxTries)
        throw new KafkaError(answer.errorCode, 'no producer id');
      await sleep(retryAfterMs);
    }
  }

  /** What a produce request of it says. */
  get options(): Partial<CreateRecordsBatchOptions> {
    return { producerId: this.#producerId, producerEpoch: this.#producerEpoch, sequences: this.#sequences };
  }

  /** To be called when these have been encoded: the next ones continue their numbers. */
  count(messages: readonly MessageRecord[]): void {
    for (const { topic, partition = 0 } of messages) {
      const next = this.#sequences.preIncrement(`${topic}:${partition}`, 1, 0);
      if (next > maxSequence) this.isFresh = false;
    }
  }
}
