import type { Topic } from '@earshot/contracts-core';
import type { Broker, BrokerProducer, IncomingRecord, OutgoingRecord, Range } from './broker/broker.port.js';
import { KafkaBroker } from './broker/kafka/kafka-broker.js';
import type { KafkaAccess } from './broker/kafka/security/kafka-security.js';
import { readRanges } from './broker/read-ranges.js';
import { silent } from './logger.js';

type Named = Pick<Topic, 'name'>;

/** Reads and appends raw records of topics, without lanes: for backup and restore. */
export class TopicLog {
  readonly #broker: Broker;
  readonly #producer: BrokerProducer;

  constructor(kafka: KafkaAccess | Broker) {
    this.#broker = 'admin' in kafka ? kafka : new KafkaBroker(kafka, 'topic-log', silent);
    this.#producer = this.#broker.producer();
  }

  /** First and end offset of each partition, by number. */
  bounds({ name }: Named): Promise<Range[]> {
    return this.#broker.admin.bounds(name);
  }

  /** By partition, the lowest committed offset of the consumer groups of the given services. */
  async committedOffsets(topic: Named, services: readonly string[]): Promise<number[]> {
    const all = await this.#groups(topic);
    const groups = all.filter((group) => services.some((service) => group.startsWith(`${service}.`)));
    const committed = await Promise.all(groups.map((group) => this.#broker.admin.committedOffsets(group, topic.name)));
    const bounds = await this.bounds(topic);
    return bounds.map(({ first }, partition) =>
      groups.length === 0 ? first : Math.max(first, Math.min(...committed.map((offsets) => offsets[partition] ?? 0))),
    );
  }

  /** Whether a consumer group of the topic has members. */
  async hasActiveConsumers(topic: Named): Promise<boolean> {
    const groups = await this.#groups(topic);
    const empty = await Promise.all(groups.map((group) => this.#broker.admin.groupIsEmpty(group)));
    return empty.includes(false);
  }

  /** Reads ranges of a topic in batches; waits for the handler before the next batch. */
  read(topic: Named, ranges: readonly Range[], handle: (records: readonly IncomingRecord[]) => Promise<void>) {
    return readRanges(this.#broker, topic, ranges, handle);
  }

  /** Appends records; resolves once every in-sync replica has them. Records of one key keep the order of the calls. */
  append(records: readonly OutgoingRecord[]): Promise<void> {
    return this.#producer.send(records);
  }

  /** Consumer groups of services, named by `eventGroup`. */
  async #groups({ name }: Named): Promise<string[]> {
    return (await this.#broker.admin.groupNames()).filter((group) => group.endsWith(`.${name}`));
  }

  async close(): Promise<void> {
    await this.#producer.close();
    await this.#broker.close();
  }
}
