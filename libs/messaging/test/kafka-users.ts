import kafkajs, { type Kafka } from 'kafkajs';
import { isDenied } from '../src/broker/kafka/kafka-admin.js';
import { kafkaClient } from '../src/broker/kafka/kafka-client.js';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import { ClientSockets, plainNetwork } from '../src/broker/kafka/network.js';
import type { KafkaAccess } from '../src/broker/kafka/security/kafka-security.js';
import { recordingLogger } from './lanes-app.js';

/** What brokers let one user do. */
export class KafkaUser {
  readonly #broker: KafkaBroker;
  readonly #sockets: ClientSockets;
  readonly #client: Kafka;
  readonly #producer: ReturnType<KafkaBroker['producer']>;

  constructor(access: KafkaAccess, name: string) {
    const { brokers, security } = access;
    this.#broker = new KafkaBroker(access, name, recordingLogger());
    this.#producer = this.#broker.producer();
    this.#sockets = new ClientSockets(plainNetwork, security?.tls);
    this.#client = kafkaClient(brokers, name, recordingLogger(), this.#sockets, security?.sasl);
  }

  /** Writes a record. @returns false where the brokers do not let this user. @throws whatever else goes wrong. */
  mayWrite(topic: string): Promise<boolean> {
    return allowed(this.#producer.send([{ topic, key: 'nobody', value: null }]));
  }

  /**
   * Those of the topics that this user may read in a group. Of several each is read in one of its own, whose name
   * begins so.
   */
  async readable(topics: readonly string[], group: string): Promise<string[]> {
    const groupOf = (topic: string) => (topics.length === 1 ? group : `${group}.${topic}`);
    const may = await Promise.all(topics.map((topic) => this.#mayRead(topic, groupOf(topic))));
    return topics.filter((_topic, index) => may[index]);
  }

  mayCreate(topic: string): Promise<boolean> {
    return allowed(this.#broker.admin.ensureTopics([{ name: topic, lane: 'work', partitions: 1, config: {} }]));
  }

  mayDelete(topic: string): Promise<boolean> {
    return allowed(this.#broker.admin.deleteTopics([topic]));
  }

  async close(): Promise<void> {
    await this.#producer.close();
    await this.#broker.close();
    this.#sockets.close();
  }

  /** Reads until something was fetched, be it nothing, or the brokers refused. */
  async #mayRead(topic: string, groupId: string): Promise<boolean> {
    const consumer = this.#client.consumer({ groupId, retry: { retries: 8, restartOnFailure: async () => false } });
    const { promise: read, resolve, reject } = Promise.withResolvers<void>();
    consumer.on(consumer.events.FETCH, () => resolve());
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({ eachBatch: () => Promise.resolve() });
      await read;
      return true;
    } catch (error) {
      // kafkajs does not say why it has found no coordinator: a group that may not be used has none.
      if (isDenied(error) || error instanceof kafkajs.KafkaJSGroupCoordinatorNotFound) return false;
      throw error;
    } finally {
      read.catch(() => undefined);
      await consumer.disconnect();
    }
  }
}

/** @returns false where the brokers did not allow it. @throws whatever else went wrong. */
async function allowed(done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

/** The users of a test, each made when it is first asked for. */
export class KafkaUsers {
  readonly #accessOf: (name: string) => KafkaAccess;
  readonly #users = new Map<string, KafkaUser>();

  constructor(accessOf: (name: string) => KafkaAccess) {
    this.#accessOf = accessOf;
  }

  of(name: string): KafkaUser {
    const known = this.#users.get(name) ?? new KafkaUser(this.#accessOf(name), name);
    this.#users.set(name, known);
    return known;
  }

  async close(): Promise<void> {
    const users = [...this.#users.values()];
    this.#users.clear();
    for (const user of users) await user.close();
  }
}
