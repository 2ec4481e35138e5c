import type { Topic } from '@earshot/contracts-core';
import type { Broker, BrokerProducer, IncomingRecord, OutgoingRecord } from './broker/broker.port.js';
import { KafkaBroker } from './broker/kafka/kafka-broker.js';
import type { KafkaAccess } from './broker/kafka/security/kafka-security.js';
import { readRanges, type Range } from './broker/read-ranges.js';
import { silent } from './logger.js';

type Named = Pick<Topic, 'name'>;

/** Topics as they lie on the broker, without lanes: what a backup takes from there, and a restore brings back. */
export class TopicLog {
  readonly #broker: Broker;
  readonly #producer: BrokerProducer;

  constructor(kafka: KafkaAccess | Broker) {
    this.#broker = 'admin' in kafka ? kafka : new KafkaBroker(kafka, 'topic-log', silent);
    this.#producer = this.#broker.producer('all');
  }

  /** What each partition holds now, by its number. */
  bounds({ name }: Named): Promise<Range[]> {
    return this.#broker.admin.bounds(name);
  }

  /** By partition, the offset below which those of these services that listen to an event topic have handled everything. */
  async committedOffsets(topic: Named, services: readonly string[]): Promise<number[]> {
    const known = await this.#listeners(topic);
    const groups = known.filter((group) => services.some((service) => group.startsWith(`${service}.`)));
    const committed = await Promise.all(groups.map((group) => this.#broker.admin.committedOffsets(group, topic.name)));
    const bounds = await this.bounds(topic);
    return bounds.map(({ first }, partition) =>
      groups.length === 0 ? first : Math.max(first, Math.min(...committed.map((offsets) => offsets[partition] ?? 0))),
    );
  }

  /** Whether somebody listens to an event topic at this moment. */
  async hasActiveConsumers(topic: Named): Promise<boolean> {
    const groups = await this.#listeners(topic);
    const empty = await Promise.all(groups.map((group) => this.#broker.admin.groupIsEmpty(group)));
    return empty.includes(false);
  }

  /** Reads ranges of a topic, piece by piece: the next one when the one before is dealt with. */
  read(topic: Named, ranges: readonly Range[], handle: (records: readonly IncomingRecord[]) => Promise<void>) {
    return readRanges(this.#broker, topic, ranges, handle);
  }

  /** Resolves once every in-sync replica has these; records of one key in the order of the calls. */
  append(records: readonly OutgoingRecord[]): Promise<void> {
    return this.#producer.send(records);
  }

  /** Groups of services, as `eventGroup` names them. */
  async #listeners({ name }: Named): Promise<string[]> {
    return (await this.#broker.admin.groupNames()).filter((group) => group.endsWith(`.${name}`));
  }

  async close(): Promise<void> {
    await this.#producer.close();
    await this.#broker.close();
  }
}
