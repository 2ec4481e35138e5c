import { replyTopicPrefix } from '@earshot/contracts-core';
import { v7 } from 'uuid';
import type { BrokerAdmin } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import { staleReplyTopicMs } from '../timing.js';

/** Creates a unique name for the reply topic of one process. @param instance for example `gateway-0`. */
export function newReplyTopicName(service: string, instance: string): string {
  return `${replyTopicPrefix(service)}${instance.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}.${v7()}`;
}

/** When a reply topic was created, ms since 1970; undefined for other topics. */
export function replyTopicCreatedAt(topic: string): number | undefined {
  const match = /^inbox\..+\.([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f-]+$/.exec(topic);
  // A version 7 uuid begins with 48 bits of ms since 1970 (RFC 9562, section 5.7).
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}

/**
 * Deletes reply topics of killed processes. Best effort: the next process that starts tries again.
 *
 * @param prefix of the topics to check: a process may only delete topics of its own service.
 */
export async function deleteStaleReplyTopics(
  admin: BrokerAdmin,
  prefix: string,
  logger: Logger,
  now = Date.now(),
): Promise<void> {
  try {
    const stale: string[] = [];
    for (const topic of await admin.topicNames()) {
      const createdAt = topic.startsWith(prefix) ? replyTopicCreatedAt(topic) : undefined;
      if (createdAt === undefined || now - createdAt < staleReplyTopicMs) continue;
      if (await admin.groupIsEmpty(topic)) stale.push(topic);
    }
    if (stale.length === 0) return;
    await admin.deleteTopics(stale);
    await admin.deleteGroups(stale);
    logger.info({ topics: stale.length }, 'stale reply topics deleted');
  } catch (error) {
    logger.info({ err: error }, 'stale reply topics not deleted');
  }
}
