import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionsCommands } from './topics.js';

/**
 * Returns which completions of a project are stored as complete answers: neither cut off by an error nor a tool call.
 */
export const checkInteractions = defineCommand({
  topic: interactionsCommands,
  type: 'check-interactions.v1',
  request: z.object({ project_id: id, completion_ids: z.array(id).max(1_000) }),
  reply: z.object({ complete: z.array(id) }),
  read: true,
});

/** Request of {@link checkInteractions}. */
export type CheckInteractions = z.infer<typeof checkInteractions.request>;

/** Reply of {@link checkInteractions}. */
export type CheckedInteractions = z.infer<typeof checkInteractions.reply>;
