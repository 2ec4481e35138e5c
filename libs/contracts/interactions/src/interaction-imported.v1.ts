import { defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { campaignPart, interactionFeedback, interactionSources } from './recorded.js';
import { interactionsImportedTopic } from './topics.js';

/**
 * An interaction that no model here served was stored with its feedback; published in the same transaction.
 * Compared texts are such interactions too, without feedback.
 */
export const interactionImported = defineEvent({
  topic: interactionsImportedTopic,
  type: 'interaction-imported.v1',
  schema: z.object({
    completion_id: id,
    session_id: id,
    project_id: id,
    /** The model that answered; null for none. */
    model_id: id.nullable(),
    /** `{project}/{model}` at the import; null for none. */
    model: z.string().nullable(),
    user: id.nullable(),
    /** `promptHash` of the messages. */
    prompt_hash: z.string(),
    source: z.enum(interactionSources).exclude(['served']),
    /** Time of the interaction. */
    created_at: timestamp,
    /** Time of its storage, which `erased_at` of `user-erased.v1` is compared with. */
    stored_at: timestamp,
    ...campaignPart,
    feedbacks: z.array(interactionFeedback),
  }),
  // No key: readers find events by the ids in them.
  key: () => null,
});

/** An interaction that no model here served was stored. */
export type InteractionImported = z.infer<typeof interactionImported.schema>;
