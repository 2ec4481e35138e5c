import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { labels } from './recorded.js';
import { interactionsCommands } from './topics.js';

/** Replaces the labels of a completion. Errors: `completion_not_found`. */
export const labelInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'label-interaction.v1',
  request: z.object({ project_id: id, completion_id: id, labels }),
  reply: z.object({ labels }),
});

/** Request of {@link labelInteraction}. */
export type LabelInteraction = z.infer<typeof labelInteraction.request>;

/** Reply of {@link labelInteraction}. */
export type LabelledInteraction = z.infer<typeof labelInteraction.reply>;
