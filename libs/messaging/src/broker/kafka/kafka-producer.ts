import kafkajs, { type Kafka, type Message, type Producer, type TopicMessages } from 'kafkajs';
import type { Logger } from '../../logger.js';
import type { BrokerProducer, Durability, OutgoingRecord } from '../broker.port.js';
import { MissingTopicsError } from '../missing-topics-error.js';

/** A broker that needs longer to get its replicas in step is overloaded; the caller is told and tries again. */
const produceTimeoutMs = 5_000;

/** A kafkajs producer that is replaced by a fresh one after a failure. */
export class KafkaProducer implements BrokerProducer {
  readonly #client: Kafka;
  readonly #durability: Durability;
  readonly #topicNames: () => Promise<string[]>;
  readonly #logger: Logger;
  #failing = false;
  #producer: Promise<Producer> | undefined;

  /** @param topicNames what topics there are now. */
  constructor(client: Kafka, durability: Durability, topicNames: () => Promise<string[]>, logger: Logger) {
    this.#client = client;
    this.#durability = durability;
    this.#topicNames = topicNames;
    this.#logger = logger;
  }

  async send(records: readonly OutgoingRecord[]): Promise<void> {
    try {
      await this.#sendOnce(records);
    } catch (error) {
      if (!isUnknownTopic(error)) throw error;
      await this.#sendToExisting(records);
    }
  }

  /** kafkajs fails the whole batch, and all later ones, for one topic that is gone, and does not say which it is. */
  async #sendToExisting(records: readonly OutgoingRecord[]): Promise<void> {
    const existing = new Set(await this.#topicNames());
    const sendable = records.filter(({ topic }) => existing.has(topic));
    if (sendable.length > 0) await this.#sendOnce(sendable);
    if (sendable.length === records.length) return;
    throw new MissingTopicsError(new Set(records.map(({ topic }) => topic).filter((topic) => !existing.has(topic))));
  }

  async #sendOnce(records: readonly OutgoingRecord[]): Promise<void> {
    this.#producer ??= this.#connect();
    const current = this.#producer;
    try {
      const producer = await current;
      await producer.sendBatch({
        acks: this.#durability === 'all' ? -1 : 1,
        timeout: produceTimeoutMs,
        topicMessages: byTopic(records),
      });
      if (this.#failing) this.#logger.info({}, 'records are sent again');
      this.#failing = false;
    } catch (error) {
      // kafkajs takes back the sequence numbers of a batch that failed, though the broker may have written it; with
      // the same producer id the next batch would then be dropped as a duplicate and yet be acknowledged.
      if (this.#producer === current) this.#producer = undefined;
      if (!this.#failing)
        this.#logger.warn({ records: records.length, err: error }, 'records not sent, nor will more be for now');
      this.#failing = true;
      await disconnected(current);
      throw error;
    }
  }

  async close(): Promise<void> {
    const current = this.#producer;
    this.#producer = undefined;
    if (current !== undefined) await disconnected(current);
  }

  async #connect(): Promise<Producer> {
    const producer = this.#client.producer({
      allowAutoTopicCreation: false,
      idempotent: this.#durability === 'all',
      // One more try bridges a change of leader. What fails then gets a fresh producer: on a connection that went dead
      // without a word kafkajs would try for ever.
      retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 1 },
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    try {
      await producer.connect();
    } catch (error) {
      // It keeps what it has of connections, with their timers, unless told otherwise.
      await producer.disconnect();
      throw error;
    }
    return producer;
  }
}

function isUnknownTopic(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { type?: string }).type === 'UNKNOWN_TOPIC_OR_PARTITION' || isUnknownTopic(error.cause);
}

/** A producer that can't be disconnected was not connected any more. */
async function disconnected(producer: Promise<Producer>): Promise<void> {
  await producer.then((connected) => connected.disconnect()).catch(() => undefined);
}

function byTopic(records: readonly OutgoingRecord[]): TopicMessages[] {
  const topics = new Map<string, Message[]>();
  for (const { topic, partition, key, value, headers } of records) {
    const message: Message = headers === undefined ? { key, value, partition } : { key, value, partition, headers };
    const messages = topics.get(topic);
    if (messages === undefined) topics.set(topic, [message]);
    else messages.push(message);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}
