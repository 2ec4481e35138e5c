import type { BrokerAdmin } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import { inboxCreatedAt } from './inbox-name.js';

/** A process that was started this long ago and is not in its inbox's group was killed; younger ones may be starting. */
const abandonedAfterMs = 600_000;

/** Deletes the inboxes of processes that were killed. Best effort: the next process to start tries again. */
export async function deleteAbandonedInboxes(admin: BrokerAdmin, logger: Logger, now = Date.now()): Promise<void> {
  try {
    const abandoned: string[] = [];
    for (const topic of await admin.topicNames()) {
      const createdAt = inboxCreatedAt(topic);
      if (createdAt === undefined || now - createdAt < abandonedAfterMs) continue;
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
