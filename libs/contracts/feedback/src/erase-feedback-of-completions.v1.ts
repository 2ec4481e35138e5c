import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/**
 * Erases completions, feedback about them, and outcomes of sessions without other completions. After the reply none of
 * it is in a list, summary or report. `interaction-erased.v1` does the same without a reply. Can be repeated.
 */
export const eraseFeedbackOfCompletions = defineCommand({
  topic: feedbackCommands,
  // Of an older name: the type of a message never changes.
  type: 'forget-completions.v1',
  request: z.object({ project_id: id, completion_ids: z.array(id).min(1), erased_at: timestamp }),
  reply: z.object({}),
});

/** Request of {@link eraseFeedbackOfCompletions}. */
export type EraseFeedbackOfCompletions = z.infer<typeof eraseFeedbackOfCompletions.request>;
