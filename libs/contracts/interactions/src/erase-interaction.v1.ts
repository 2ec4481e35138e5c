import { defineCommand, defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionsCommands, interactionsErasedTopic } from './topics.js';

/**
 * Erases an interaction: the completion, the other choices of the same answer, since they have the same prompt, and what was said about any of them.
 * All of it is deleted from the tables when this is answered; asked again it is answered alike. Refused with `completion_not_found`.
 */
export const eraseInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'erase-interaction.v1',
  request: z.object({ project_id: id, completion_id: id }),
  /** The completions that were erased. */
  reply: z.object({ completion_ids: z.array(id).min(1), erased_at: timestamp }),
});

/** An interaction is erased: what others keep of its completions is to go, and not to be kept where it comes late. */
export const interactionErased = defineEvent({
  topic: interactionsErasedTopic,
  type: 'interaction-erased.v1',
  schema: z.object({
    project_id: id,
    completion_ids: z.array(id).min(1),
    erased_at: timestamp,
    /** true: nobody asked for it, but its project keeps interactions no longer. What was made of it stays. Absent for false. */
    expired: z.boolean().optional(),
  }),
  key: ({ project_id, completion_ids }) => `${project_id}/${completion_ids[0]}`,
});

/** What {@link eraseInteraction} takes. */
export type EraseInteraction = z.infer<typeof eraseInteraction.request>;

/** What {@link eraseInteraction} is answered with. */
export type ErasedInteraction = z.infer<typeof eraseInteraction.reply>;

/** An interaction is erased. */
export type InteractionErased = z.infer<typeof interactionErased.schema>;
