import { defineCommand, defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionsCommands, interactionsErasedTopic } from './topics.js';

/**
 * Erases all data of a user of a project until now, with the feedback on it. Nobody can read it once this is answered;
 * it is deleted within minutes.
 */
export const eraseUser = defineCommand({
  topic: interactionsCommands,
  type: 'erase-user.v1',
  request: z.object({ project_id: id, user: id }),
  reply: z.object({ erased_at: timestamp }),
});

/**
 * A user was erased: readers delete what they stored of the user and created until `erased_at`. For imports `stored_at`
 * counts, since they describe the past.
 */
export const userErased = defineEvent({
  topic: interactionsErasedTopic,
  type: 'user-erased.v1',
  schema: z.object({ project_id: id, user: id, erased_at: timestamp }),
  key: ({ project_id, user }) => `${project_id}/${user}`,
});

/** Request of {@link eraseUser}. */
export type EraseUser = z.infer<typeof eraseUser.request>;

/** A user was erased. */
export type UserErased = z.infer<typeof userErased.schema>;
