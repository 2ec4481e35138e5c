import { replyTopicsPrefix, type Topic } from '@earshot/contracts-core';
import type { IncomingRecord } from './broker/broker.port.js';
import { withBroker } from './broker/kafka/kafka-broker.js';
import type { KafkaAccess } from './broker/kafka/security/kafka-security.js';
import { readRanges } from './broker/read-ranges.js';
import { deleteStaleReplyTopics } from './replies/reply-topic-names.js';
import { silent } from './logger.js';
import { parseJson } from './wire/frames.js';

/** A record of a topic. */
export interface ReadRecord {
  /** Type of the contract. */
  readonly type: string | undefined;
  /** Its JSON value; undefined if it is not JSON. */
  readonly value: unknown;
}

/**
 * Creates missing topics and their dead letters, updates changed settings, and adds partitions to work topics.
 * The replication factor is the number of brokers, at most 3. Idempotent; never deletes.
 *
 * @throws if no broker can be reached, or a topic is missing and there are fewer brokers than `kafka` names.
 */
export async function ensureTopics(kafka: KafkaAccess, topics: readonly Topic[]): Promise<void> {
  await withBroker(kafka, ({ admin }) => admin.ensureTopics(topics, kafka.brokers.length));
}

/** Deletes reply topics of killed processes of all services and versions. Best effort. */
export async function deleteAbandonedReplyTopics(kafka: KafkaAccess): Promise<void> {
  await withBroker(kafka, ({ admin }) => deleteStaleReplyTopics(admin, replyTopicsPrefix, silent));
}

/**
 * Reads all current records of a topic in batches; waits for the handler before the next batch. Other consumer groups
 * are not affected.
 *
 * @throws if no broker can be reached, or the error of the handler.
 */
export async function readTopic(
  kafka: KafkaAccess,
  topic: Pick<Topic, 'name'>,
  handle: (records: readonly ReadRecord[]) => Promise<void>,
): Promise<void> {
  const read = (records: readonly IncomingRecord[]) =>
    handle(records.map(({ headers, value }) => ({ type: headers['type'], value: parseJson(value) })));
  await withBroker(kafka, async (broker) => readRanges(broker, topic, await broker.admin.bounds(topic.name), read));
}
