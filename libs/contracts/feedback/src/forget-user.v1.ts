import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/**
 * Forgets what a user of a project said until `erased_at`, and what was said about the user's completions and sessions. Once this is answered nothing
 * of it is in any list, summary or report. `user-erased.v1` has the same done where nobody waits for it. Asked again it finishes what is left.
 */
export const forgetUser = defineCommand({
  topic: feedbackCommands,
  type: 'forget-user.v1',
  request: z.object({ project_id: id, user: id, erased_at: timestamp }),
  reply: z.object({}),
});

/** What {@link forgetUser} takes. */
export type ForgetUser = z.infer<typeof forgetUser.request>;
