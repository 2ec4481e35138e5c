import { defineCommand, defineEvent, id, idOrKey, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands, feedbackRecordedTopic } from './topics.js';

/** A piece of a message: text, or a picture by its address, `https:` or `/images/{project_id}/{filename}`. */
const messagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), url: z.string(), detail: z.string().optional() }),
]);

/** One message of the prompt that both completions answer; optional is what its caller left out. */
const promptMessage = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(messagePart)]),
  name: z.string().optional(),
  completion_id: id.optional(),
  metadata: z.unknown().optional(),
});

/** How a comparison without a winner ended: both were good, or neither. */
export const ties = ['good', 'bad'] as const;

const side = z.object({
  /** Of a completion that is there, or of the one that is made of the text. */
  completion_id: id,
  /** null: it is there. */
  text: z.string().nullable(),
  /** Id or key of the text's model, or `{project}/{model}`; null where there is no text. */
  model: z.string().nullable(),
});

/** One of two completions, as the caller gave it. */
export type ComparedSide = z.infer<typeof side>;

/**
 * Records which of two completions of one prompt is better. Refused with `completion_not_found`, `metric_not_found`, `model_not_found`,
 * `same_completion`, `prompts_differ`, `completions_of_two_projects`, `project_required`.
 */
export const recordComparison = defineCommand({
  topic: feedbackCommands,
  type: 'record-comparison.v1',
  independent: true,
  request: z.object({
    id,
    /** The only project in which to look; null for a caller who may use all and named none. */
    project_id: id.nullable(),
    metric: idOrKey,
    preferred: side,
    other: side,
    tied: z.enum(ties).nullable(),
    user_id: id.nullable(),
    /** What both answer; null where neither was given as a text. */
    prompt: z.object({ messages: z.array(promptMessage), hash: z.string() }).nullable(),
    /** Session of the completions that are made of texts. */
    session_id: id,
  }),
  reply: z.object({ id }),
});

/** One of two completions; the model is null where an import named none. */
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

/** A comparison, once it is on record. */
export const comparisonRecorded = defineEvent({
  topic: feedbackRecordedTopic,
  type: 'comparison-recorded.v1',
  schema: z.object({
    ...comparison,
    project_id: id,
    /** What was given as text: to be kept as interactions whose source is `comparison`, each once. */
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
  // Each stands for itself: readers go by the ids in it.
  key: () => null,
});

/** Comparisons, the oldest first. Refused with `cursor_invalid`. */
export const listComparisons = defineCommand({
  topic: feedbackCommands,
  type: 'list-comparisons.v1',
  request: pageRequest.extend({
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

/** What {@link recordComparison} takes. */
export type RecordComparison = z.infer<typeof recordComparison.request>;

/** A comparison, once it is on record. */
export type ComparisonRecorded = z.infer<typeof comparisonRecorded.schema>;

/** What {@link listComparisons} takes. */
export type ListComparisons = z.infer<typeof listComparisons.request>;

/** What {@link listComparisons} is answered with. */
export type ComparisonPage = z.infer<typeof listComparisons.reply>;
