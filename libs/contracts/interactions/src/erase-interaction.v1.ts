import { defineCommand, defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionsCommands, interactionsErasedTopic } from './topics.js';

/**
 * Erases a completion, the other choices of its answer (they share the prompt) and the feedback on all of them. They
 * are deleted when this is answered; a repeated command gets the same reply. Errors: `completion_not_found`.
 */
export const eraseInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'erase-interaction.v1',
  request: z.object({ project_id: id, completion_id: id }),
  /** The erased completions. */
  reply: z.object({ completion_ids: z.array(id).min(1), erased_at: timestamp }),
});

/** An interaction was erased: readers delete what they stored of its completions, and drop late events. */
export const interactionErased = defineEvent({
  topic: interactionsErasedTopic,
  type: 'interaction-erased.v1',
  schema: z.object({
    project_id: id,
    completion_ids: z.array(id).min(1),
    erased_at: timestamp,
    /** Whether the interaction expired. Its exports stay. Absent for false. */
    expired: z.boolean().optional(),
  }),
  key: ({ project_id, completion_ids }) => `${project_id}/${completion_ids[0]}`,
});

/** Request of {@link eraseInteraction}. */
export type EraseInteraction = z.infer<typeof eraseInteraction.request>;

/** Reply of {@link eraseInteraction}. */
export type ErasedInteraction = z.infer<typeof eraseInteraction.reply>;

/** An interaction was erased. */
export type InteractionErased = z.infer<typeof interactionErased.schema>;
