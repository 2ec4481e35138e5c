import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/**
 * Erases feedback by a user of a project until `erased_at`, and feedback about the user's completions and sessions.
 * After the reply none of it is in a list, summary or report. `user-erased.v1` does the same without a reply. Can be
 * repeated.
 */
export const eraseFeedbackOfUser = defineCommand({
  topic: feedbackCommands,
  // Of an older name: the type of a message never changes.
  type: 'forget-user.v1',
  request: z.object({ project_id: id, user: id, erased_at: timestamp }),
  reply: z.object({}),
});

/** Request of {@link eraseFeedbackOfUser}. */
export type EraseFeedbackOfUser = z.infer<typeof eraseFeedbackOfUser.request>;
