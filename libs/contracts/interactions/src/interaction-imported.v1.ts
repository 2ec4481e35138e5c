import { defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { campaignPart, interactionFeedback, interactionSources } from './recorded.js';
import { interactionsImportedTopic } from './topics.js';

/**
 * An interaction that took place elsewhere is on record, with what was said about it: published if, and only if, its row was written.
 * Comparisons of texts bring such interactions too; those come without feedback.
 */
export const interactionImported = defineEvent({
  topic: interactionsImportedTopic,
  type: 'interaction-imported.v1',
  schema: z.object({
    completion_id: id,
    session_id: id,
    project_id: id,
    /** The model that is said to have answered; null where none was named. */
    model_id: id.nullable(),
    /** `{project}/{model}` as it was when it was imported; null where no model was named. */
    model: z.string().nullable(),
    user: id.nullable(),
    /** What `promptHash` makes of the messages. */
    prompt_hash: z.string(),
    source: z.enum(interactionSources).exclude(['served']),
    /** When it took place. */
    created_at: timestamp,
    /** When it was written: what is compared with `erased_at` of `user-erased.v1`. */
    stored_at: timestamp,
    ...campaignPart,
    feedbacks: z.array(interactionFeedback),
  }),
  // Each stands for itself: readers go by the ids in it.
  key: () => null,
});

/** An interaction that took place elsewhere is on record. */
export type InteractionImported = z.infer<typeof interactionImported.schema>;
