import { defineCommand, id, idOrKey, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import {
  inBucket,
  interactionFeedback,
  interactionSources,
  labels,
  recordedError,
  recordedFinishReasons,
  recordedFunctionCall,
  recordedMessage,
  recordedParameters,
  recordedTimings,
  recordedToolCall,
  recordedUsage,
} from './recorded.js';
import { interactionsCommands } from './topics.js';

/** One completion on record, with the conversation that it answers. */
export const interaction = z.object({
  completion_id: id,
  session_id: id,
  project_id: id,
  model_id: id.nullable(),
  /** `{project}/{model}` as it was then; null where none was named. */
  model: z.string().nullable(),
  source: z.enum(interactionSources),
  user: id.nullable(),
  created_at: timestamp,
  /** null where they are in the bucket. */
  messages: z.array(recordedMessage).nullable(),
  /** An object of the kind `conversation`; null where the messages are here. */
  conversation: inBucket.nullable(),
  system_prompt: z.string().nullable(),
  /** null where it is in the bucket. */
  completion: z.string().nullable(),
  /** An object of the kind `completion`, and which of its texts it is; null where the completion is here. */
  answers: inBucket.extend({ index: z.int().min(0) }).nullable(),
  /** The calls of the caller's own functions that it ends with; absent for none. */
  tool_calls: z.array(recordedFunctionCall).optional(),
  /** Calls of the project's tools that were made for it, in their order; absent for none. */
  called_tools: z.array(recordedToolCall.omit({ index: true })).optional(),
  /** null where it is not known: it was imported. */
  finish_reason: z.enum(recordedFinishReasons).nullable(),
  parameters: recordedParameters,
  /** Of the whole answer, all its completions together; null where it is not known. */
  usage: recordedUsage.nullable(),
  timings: recordedTimings.nullable(),
  labels,
  tags: z.array(z.string()),
  ab_campaign: z.string().nullable(),
  propensity: z.number().nullable(),
  error: recordedError.nullable(),
});

/** One completion on record. */
export type Interaction = z.infer<typeof interaction>;

/** Reads one. One whose answer has ended is found. Refused with `completion_not_found`. */
export const readInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'read-interaction.v1',
  request: z.object({ project_id: id, completion_id: id }),
  reply: interaction,
  read: true,
});

/** Which interactions are asked for: those for which all of it holds; null, or an empty list, for no matter. */
export const interactionFilter = z.object({
  session_id: id.nullable(),
  user: id.nullable(),
  /** By its id; a model that is not there any more by its name, `{project}/{model}`. */
  model: z.union([z.object({ id }), z.object({ name: z.string() })]).nullable(),
  ab_campaign: z.string().nullable(),
  labels: z.array(z.object({ name: z.string(), value: z.string() })),
  tags: z.array(z.string()),
  finish_reason: z.enum(recordedFinishReasons).nullable(),
  /** From this time on. */
  created_after: timestamp.nullable(),
  /** Until this time, which is not in it any more. */
  created_before: timestamp.nullable(),
  /** Those of which a value of this metric is in force that is in the range. */
  metric: z.object({ metric: idOrKey, min: z.number().nullable(), max: z.number().nullable() }).nullable(),
});

/** Which interactions are asked for. */
export type InteractionFilter = z.infer<typeof interactionFilter>;

/**
 * The interactions of a project from the newest to the oldest. A page has fewer than it may where they are large: it ends where `next_cursor`
 * is null. Refused with `cursor_invalid`, `metric_not_found`.
 */
export const listInteractions = defineCommand({
  topic: interactionsCommands,
  type: 'list-interactions.v1',
  request: pageRequest.extend({ project_id: id, filter: interactionFilter }),
  reply: page(interaction),
  read: true,
});

/** What was said about a completion, from the oldest to the newest; a page has fewer than it may where they are large. */
export const listInteractionFeedback = defineCommand({
  topic: interactionsCommands,
  type: 'list-interaction-feedback.v1',
  request: pageRequest.extend({ project_id: id, completion_id: id }),
  reply: page(interactionFeedback),
  read: true,
});

/** What {@link readInteraction} takes. */
export type ReadInteraction = z.infer<typeof readInteraction.request>;

/** What {@link listInteractions} takes. */
export type ListInteractions = z.infer<typeof listInteractions.request>;

/** What {@link listInteractionFeedback} takes. */
export type ListInteractionFeedback = z.infer<typeof listInteractionFeedback.request>;
