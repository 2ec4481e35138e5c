import { defineCommand, defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionsCommands, interactionsErasedTopic } from './topics.js';

/**
 * Erases what a user of a project said and was answered until now, and what was said about it. Nobody can read any of it once this is answered;
 * it is deleted within minutes.
 */
export const eraseUser = defineCommand({
  topic: interactionsCommands,
  type: 'erase-user.v1',
  request: z.object({ project_id: id, user: id }),
  reply: z.object({ erased_at: timestamp }),
});

/**
 * A user is erased: what others keep of the user's is to go. That is what was created until `erased_at`, but for imports, whose `stored_at`
 * counts: they tell of the past.
 */
export const userErased = defineEvent({
  topic: interactionsErasedTopic,
  type: 'user-erased.v1',
  schema: z.object({ project_id: id, user: id, erased_at: timestamp }),
  key: ({ project_id, user }) => `${project_id}/${user}`,
});

/** What {@link eraseUser} takes. */
export type EraseUser = z.infer<typeof eraseUser.request>;

/** A user is erased. */
export type UserErased = z.infer<typeof userErased.schema>;
