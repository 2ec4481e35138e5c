import kafkajs, { type ICustomPartitioner, type Kafka, type Producer, type TopicMessages } from 'kafkajs';
import type { Logger } from '../../logger.js';
import { type BrokerProducer, MissingTopicsError, type OutgoingRecord } from '../broker.port.js';
import { sleep } from '../back-off.js';
import { disconnected, hasProtocolError } from './kafka-client.js';
import { produceRetryMs, produceTimeoutMs, stickyPartitionMs } from '../../timing.js';

/** `acks` of a produce request. Readers see a record only once these have it, so fewer would not be faster for them. */
const allInSyncReplicas = -1;

/**
 * A kafkajs producer with one request in flight, which keeps the order. After each failure it is replaced, and finds
 * the new leaders. Records may be written twice: consumers know them by their ids.
 */
export class KafkaProducer implements BrokerProducer {
  #producer: Promise<Producer> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #failing = false;
  #closed = false;

  /** @param topicNames lists the existing topics. */
  constructor(
    private readonly client: Kafka,
    private readonly topicNames: () => Promise<string[]>,
    private readonly logger: Logger,
  ) {}

  send(records: readonly OutgoingRecord[]): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the producer is closed'));
    const sent = this.#queue.then(() => this.#sendOrLog(records));
    this.#queue = sent.catch(() => undefined);
    return sent;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue;
    const producer = this.#producer;
    this.#producer = undefined;
    await disconnected(producer);
  }

  async #sendOrLog(records: readonly OutgoingRecord[]): Promise<void> {
    try {
      await this.#send(records);
      if (this.#failing) this.logger.info({}, 'produce resumed');
      this.#failing = false;
    } catch (error) {
      if (error instanceof MissingTopicsError) throw error;
      if (!this.#failing) this.logger.warn({ records: records.length, err: error }, 'produce failed');
      this.#failing = true;
      throw error;
    }
  }

  async #send(records: readonly OutgoingRecord[]): Promise<void> {
    try {
      return await this.#produce(records);
    } catch (error) {
      if (!isOfUnknownTopic(error)) throw error;
    }
    // A topic of an earlier send may be missing as well: kafkajs requests the metadata of all of them together.
    const existing = new Set(await this.topicNames());
    const missing = new Set(records.map(({ topic }) => topic).filter((topic) => !existing.has(topic)));
    const sendable = records.filter(({ topic }) => !missing.has(topic));
    if (sendable.length > 0) await this.#produce(sendable);
    if (missing.size > 0) throw new MissingTopicsError(missing);
  }

  /** Sends records; sends all of them again, with another producer, if a broker was away or leads no more. */
  async #produce(records: readonly OutgoingRecord[]): Promise<void> {
    try {
      await this.#attempt(records);
    } catch (error) {
      if (!(error instanceof kafkajs.KafkaJSNumberOfRetriesExceeded) || isOfUnknownTopic(error)) throw error;
      await sleep(produceRetryMs);
      await this.#attempt(records);
    }
  }

  async #attempt(records: readonly OutgoingRecord[]): Promise<void> {
    this.#producer ??= this.#connect();
    const current = this.#producer;
    try {
      const producer = await current;
      await producer.sendBatch({ acks: allInSyncReplicas, timeout: produceTimeoutMs, topicMessages: byTopic(records) });
    } catch (error) {
      if (this.#producer === current) this.#producer = undefined;
      void disconnected(current);
      throw error;
    }
  }

  async #connect(): Promise<Producer> {
    const producer = this.client.producer({
      allowAutoTopicCreation: false,
      createPartitioner: partitioner,
      // kafkajs would send nothing more to a broker that has answered, not even a partition that moved there since.
      retry: { retries: 0 },
    });
    await producer.connect();
    return producer;
  }
}

function isOfUnknownTopic(error: unknown): boolean {
  return hasProtocolError(error, ['UNKNOWN_TOPIC_OR_PARTITION']);
}

function byTopic(records: readonly OutgoingRecord[]): TopicMessages[] {
  return Array.from(
    Map.groupBy(records, ({ topic }) => topic),
    ([topic, messages]) => ({ topic, messages }),
  );
}

/**
 * Kafka's default partitioner: the murmur2 hash of the key. Records without a key go to one partition for a while, then
 * to the next (KIP-480). A partition that the record names wins.
 */
const partitioner: ICustomPartitioner = () => {
  const byKey = kafkajs.Partitioners.DefaultPartitioner();
  return (record) => {
    const { partitionMetadata, message } = record;
    if (message.partition !== undefined || (message.key !== null && message.key !== undefined)) return byKey(record);
    const available = partitionMetadata.filter(({ leader }) => leader >= 0);
    const candidates = available.length > 0 ? available : partitionMetadata;
    return candidates[Math.floor(Date.now() / stickyPartitionMs) % candidates.length]?.partitionId ?? 0;
  };
};
