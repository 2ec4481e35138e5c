import { defineCommand, id, idOrKey, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { inBucket, labels, recordedMessage } from './recorded.js';
import { interactionsCommands } from './topics.js';

/**
 * Imports an interaction with its feedback: all of it or nothing, and once for each id. Errors: `project_not_found`,
 * `model_not_found`, `metric_not_found`, `ab_campaign_not_found`, `metric_value_invalid`, `object_not_found`,
 * `record_too_large`.
 */
export const importInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'import-interaction.v1',
  request: z.object({
    completion_id: id,
    session_id: id,
    project_id: id,
    /** The model that answered; null for none. */
    model: idOrKey.nullable(),
    /** Empty where `conversation` is set. */
    messages: z.array(recordedMessage),
    /** An announced object, not kept yet; absent where `messages` has them. */
    conversation: inBucket.optional(),
    /** `promptHash` of the messages. */
    prompt_hash: z.string(),
    /** Empty where `answers` is set. */
    completion: z.string(),
    /** An announced object of kind `completion`: a JSON array with one text. Absent where `completion` has it. */
    answers: inBucket.optional(),
    /** The beginning of the text of `answers`, for searches. Absent for none, and before 0.1. */
    beginning: z.string().optional(),
    user: id.nullable(),
    /** Time of the interaction; null for now. */
    created_at: timestamp.nullable(),
    /** Id or key of its A/B campaign; null for none. */
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
        /** Null for the time of the interaction. */
        created_at: timestamp.nullable(),
      }),
    ),
  }),
  reply: z.object({ completion_id: id, session_id: id, feedback_ids: z.array(id) }),
});

/** Request of {@link importInteraction}. */
export type ImportInteraction = z.infer<typeof importInteraction.request>;

/** Reply of {@link importInteraction}. */
export type ImportedInteraction = z.infer<typeof importInteraction.reply>;
