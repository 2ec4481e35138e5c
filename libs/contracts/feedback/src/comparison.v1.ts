import { defineCommand, defineEvent, id, idOrKey, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands, feedbackRecordedTopic } from './topics.js';

/** A part of a message: text, or an image by its URL, `https:` or `/images/{project_id}/{filename}`. */
const messagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), url: z.string(), detail: z.string().optional() }),
]);

/** A message of the prompt of both completions. */
const promptMessage = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(messagePart)]),
  name: z.string().optional(),
  completion_id: id.optional(),
  metadata: z.unknown().optional(),
});

/** Ties: both good, or both bad. */
export const ties = ['good', 'bad'] as const;

const side = z.object({
  /** Id of the existing completion, or of the new one for the text. */
  completion_id: id,
  /** null: an existing completion. */
  text: z.string().nullable(),
  /** Id or key of the text's model, or `{project}/{model}`; null without text. */
  model: z.string().nullable(),
});

/** One side of a requested comparison. */
export type ComparedSide = z.infer<typeof side>;

/**
 * Records which of two completions of one prompt is better.
 *
 * Errors: `completion_not_found`, `metric_not_found`, `model_not_found`, `same_completion`, `prompts_differ`,
 * `completions_of_two_projects`, `project_required`.
 */
export const recordComparison = defineCommand({
  topic: feedbackCommands,
  type: 'record-comparison.v1',
  independent: true,
  request: z.object({
    id,
    /** Project of the completions; null for callers with access to all that name none. */
    project_id: id.nullable(),
    metric: idOrKey,
    preferred: side,
    other: side,
    tied: z.enum(ties).nullable(),
    user_id: id.nullable(),
    /** The prompt; null if neither side is a text. */
    prompt: z.object({ messages: z.array(promptMessage), hash: z.string() }).nullable(),
    /** Session of new completions. */
    session_id: id,
  }),
  reply: z.object({ id }),
});

/** One side of a comparison; the model is null for imports without one. */
const compared = z.object({ completion_id: id, model: z.string().nullable() });

const comparison = {
  id,
  metric_id: id,
  /** Key of the metric. */
  metric: z.string(),
  preferred: compared,
  other: compared,
  tied: z.enum(ties).nullable(),
  user_id: id.nullable(),
  created_at: timestamp,
};

/** A recorded comparison. */
export const comparisonRecorded = defineEvent({
  topic: feedbackRecordedTopic,
  type: 'comparison-recorded.v1',
  schema: z.object({
    ...comparison,
    project_id: id,
    /** Sides given as text, to be stored as interactions with source `comparison`. */
    interactions: z.array(
      z.object({
        completion_id: id,
        session_id: id,
        project_id: id,
        model_id: id,
        /** `{project}/{model}` */
        model: z.string(),
        user: id.nullable(),
        prompt_hash: z.string(),
        messages: z.array(promptMessage),
        completion: z.string(),
        created_at: timestamp,
      }),
    ),
  }),
  // Independent events; readers use the ids in them.
  key: () => null,
});

/** Lists comparisons by time. Errors: `cursor_invalid`. */
export const listComparisons = defineCommand({
  topic: feedbackCommands,
  type: 'list-comparisons.v1',
  request: pageRequest.extend({
    /** Absent: `asc`. */
    order: z.enum(['asc', 'desc']).optional(),
    project_id: id,
    metric_id: id.nullable(),
    /** On either side. */
    completion_id: id.nullable(),
    /** Of either side. */
    session_id: id.nullable(),
    user_id: id.nullable(),
  }),
  reply: page(z.object(comparison)),
  read: true,
});

/** Request of {@link recordComparison}. */
export type RecordComparison = z.infer<typeof recordComparison.request>;

/** Event of {@link comparisonRecorded}. */
export type ComparisonRecorded = z.infer<typeof comparisonRecorded.schema>;

/** Request of {@link listComparisons}. */
export type ListComparisons = z.infer<typeof listComparisons.request>;

/** Reply of {@link listComparisons}. */
export type ComparisonPage = z.infer<typeof listComparisons.reply>;
