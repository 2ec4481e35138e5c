import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/**
 * Forgets completions, what was said about them, and about sessions that have no other. Once this is answered nothing of it is in any list, summary or
 * report. `interaction-erased.v1` has the same done where nobody waits for it. Asked again it finishes what is left.
 */
export const forgetCompletions = defineCommand({
  topic: feedbackCommands,
  type: 'forget-completions.v1',
  request: z.object({ project_id: id, completion_ids: z.array(id).min(1), erased_at: timestamp }),
  reply: z.object({}),
});

/** What {@link forgetCompletions} takes. */
export type ForgetCompletions = z.infer<typeof forgetCompletions.request>;
