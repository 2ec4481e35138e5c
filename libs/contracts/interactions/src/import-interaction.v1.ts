import { defineCommand, id, idOrKey, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { inBucket, labels, recordedMessage } from './recorded.js';
import { interactionsCommands } from './topics.js';

/**
 * Records an interaction that took place elsewhere, and what was said about it: all of it or nothing. Given twice under one id it is recorded
 * once. Refused with `project_not_found`, `model_not_found`, `metric_not_found`, `ab_campaign_not_found`, `metric_value_invalid`,
 * `object_not_found`, `record_too_large`.
 */
export const importInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'import-interaction.v1',
  request: z.object({
    completion_id: id,
    session_id: id,
    project_id: id,
    /** The model that is said to have answered; null for none. */
    model: idOrKey.nullable(),
    /** None where `conversation` says that they are in the bucket. */
    messages: z.array(recordedMessage),
    /** Announced and not yet kept; absent where the messages are here. */
    conversation: inBucket.optional(),
    /** What `promptHash` makes of the messages. */
    prompt_hash: z.string(),
    /** Empty where `answers` says that it is in the bucket. */
    completion: z.string(),
    /** Of the kind `completion`: a JSON array with the one text. Announced and not yet kept; absent where it is here. */
    answers: inBucket.optional(),
    user: id.nullable(),
    /** When it took place; null for now. */
    created_at: timestamp.nullable(),
    /** Id or key of the A/B campaign that it is said to have been a part of; null for none. */
    ab_campaign: z.string().nullable(),
    labels,
    tags: z.array(z.string()),
    feedbacks: z.array(
      z.object({
        id,
        metric: idOrKey,
        value: z.union([z.boolean(), z.number()]),
        reason: z.string().nullable(),
        details: z.string().nullable(),
        /** null for when the interaction took place. */
        created_at: timestamp.nullable(),
      }),
    ),
  }),
  reply: z.object({ completion_id: id, session_id: id, feedback_ids: z.array(id) }),
});

/** What {@link importInteraction} takes. */
export type ImportInteraction = z.infer<typeof importInteraction.request>;

/** What {@link importInteraction} is answered with. */
export type ImportedInteraction = z.infer<typeof importInteraction.reply>;
