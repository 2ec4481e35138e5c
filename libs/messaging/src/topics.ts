import { replyTopicsPrefix, type Topic } from '@earshot/contracts-core';
import { KafkaBroker } from './broker/kafka/kafka-broker.js';
import type { KafkaAccess } from './broker/kafka/security/kafka-security.js';
import { readRanges } from './broker/read-ranges.js';
import { deleteStaleReplyTopics } from './replies/reply-topic-names.js';
import { silent } from './logger.js';
import { parseJson } from './wire/frames.js';

/** A record of a topic as it lies there. */
export interface ReadRecord {
  /** Type of the contract. */
  readonly type: string | undefined;
  /** The JSON in it; undefined for none. */
  readonly value: unknown;
}

/**
 * Creates topics (with their dead letters) that are missing, with as many replicas as there are brokers, at most three, and adds
 * settings that changed, and partitions to topics of work that have fewer. Never deletes. Can be repeated.
 *
 * @throws if the brokers can't be reached.
 */
export async function ensureTopics(kafka: KafkaAccess, topics: readonly Topic[]): Promise<void> {
  const broker = new KafkaBroker(kafka, 'ensure-topics', silent);
  try {
    await broker.admin.ensureTopics(topics);
  } finally {
    await broker.close();
  }
}

/** Deletes the inboxes of processes that were killed, whatever service they were of, and of versions that named none. Best effort. */
export async function deleteAbandonedReplyTopics(kafka: KafkaAccess): Promise<void> {
  const broker = new KafkaBroker(kafka, 'delete-inboxes', silent);
  try {
    await deleteStaleReplyTopics(broker.admin, replyTopicsPrefix, silent);
  } finally {
    await broker.close();
  }
}

/**
 * Reads all that a topic holds at this moment, piece by piece: the next one when the one before is dealt with. Disturbs nobody who reads it for
 * good.
 *
 * @throws if the brokers can't be reached, or what the handler throws.
 */
export async function readTopic(
  kafka: KafkaAccess,
  topic: Pick<Topic, 'name'>,
  handle: (records: readonly ReadRecord[]) => Promise<void>,
): Promise<void> {
  const broker = new KafkaBroker(kafka, 'read-topic', silent);
  try {
    await readRanges(broker, topic, await broker.admin.bounds(topic.name), (records) =>
      handle(records.map(({ headers, value }) => ({ type: headers['type'], value: parseJson(value) }))),
    );
  } finally {
    await broker.close();
  }
}
