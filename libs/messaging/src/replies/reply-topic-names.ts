import { replyTopicPrefix } from '@earshot/contracts-core';
import { v7 } from 'uuid';
import type { BrokerAdmin } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import { staleReplyTopicMs } from '../timing.js';

/** A name for the inbox of one process, never used before. @param instance for example `gateway-0`. */
export function newReplyTopicName(service: string, instance: string): string {
  return `${replyTopicPrefix(service)}${instance.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}.${v7()}`;
}

/** When the inbox was made, ms since 1970; undefined if the topic is none. */
export function replyTopicCreatedAt(topic: string): number | undefined {
  const match = /^inbox\..+\.([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f-]+$/.exec(topic);
  // A version 7 uuid begins with 48 bits of ms since 1970 (RFC 9562, section 5.7).
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}

/**
 * Deletes the inboxes of processes that were killed. Best effort: the next process to start tries again.
 *
 * @param prefix of those that are looked at: a process may delete those of its own service alone.
 */
export async function deleteStaleReplyTopics(
  admin: BrokerAdmin,
  prefix: string,
  logger: Logger,
  now = Date.now(),
): Promise<void> {
  try {
    const abandoned: string[] = [];
    for (const topic of await admin.topicNames()) {
      const createdAt = topic.startsWith(prefix) ? replyTopicCreatedAt(topic) : undefined;
      if (createdAt === undefined || now - createdAt < staleReplyTopicMs) continue;
      if (await admin.groupIsEmpty(topic)) abandoned.push(topic);
    }
    if (abandoned.length === 0) return;
    await admin.deleteTopics(abandoned);
    await admin.deleteGroups(abandoned);
    logger.info({ inboxes: abandoned.length }, 'abandoned inboxes deleted');
  } catch (error) {
    logger.info({ err: error }, 'abandoned inboxes not deleted this time');
  }
}
