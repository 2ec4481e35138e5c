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
  recordedReasoningBlock,
  recordedTimings,
  recordedToolCall,
  recordedUsage,
} from './recorded.js';
import { interactionsCommands } from './topics.js';

/** One stored completion with its conversation. */
export const interaction = z.object({
  completion_id: id,
  session_id: id,
  project_id: id,
  model_id: id.nullable(),
  /** `{project}/{model}` at that time; null for none. */
  model: z.string().nullable(),
  source: z.enum(interactionSources),
  user: id.nullable(),
  created_at: timestamp,
  /** Null where `conversation` is set. */
  messages: z.array(recordedMessage).nullable(),
  /** An object of kind `conversation`; null where `messages` is set. */
  conversation: inBucket.nullable(),
  system_prompt: z.string().nullable(),
  /** Null where `answers` is set. */
  completion: z.string().nullable(),
  /** An object of kind `completion` and the indexes of its text and reasoning; null where `completion` is set. */
  answers: inBucket.extend({ index: z.int().min(0), reasoning_index: z.int().min(0).optional() }).nullable(),
  /** What the model wrote before the text; absent for nothing, and where `answers` has it. */
  reasoning: z.string().optional(),
  /** Signed parts of the reasoning, in order; absent for none. */
  reasoning_blocks: z.array(recordedReasoningBlock).optional(),
  /** What the model wrote in place of the text; absent for nothing. */
  refusal: z.string().optional(),
  /** Calls of the caller's functions at its end; absent for none. */
  tool_calls: z.array(recordedFunctionCall).optional(),
  /** Calls of the project's tools, in order; absent for none. */
  called_tools: z.array(recordedToolCall.omit({ index: true })).optional(),
  /** Null where it is unknown: the interaction was imported. */
  finish_reason: z.enum(recordedFinishReasons).nullable(),
  parameters: recordedParameters,
  /** Names of parameters that the provider does not support; absent for none. */
  dropped_params: z.array(z.string()).optional(),
  /** Usage of all completions of the answer; null where it is unknown. */
  usage: recordedUsage.nullable(),
  timings: recordedTimings.nullable(),
  labels,
  tags: z.array(z.string()),
  ab_campaign: z.string().nullable(),
  propensity: z.number().nullable(),
  error: recordedError.nullable(),
});

/** One stored completion. */
export type Interaction = z.infer<typeof interaction>;

/** Reads one completion; finds every answer that has ended. Errors: `completion_not_found`. */
export const readInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'read-interaction.v1',
  request: z.object({ project_id: id, completion_id: id }),
  reply: interaction,
  read: true,
});

/** Like {@link readInteraction} in all projects, for callers that may read every one. */
export const findInteraction = defineCommand({
  topic: interactionsCommands,
  type: 'find-interaction.v1',
  request: z.object({ completion_id: id }),
  reply: interaction,
  read: true,
});

/** Filter of interactions: all conditions must hold. Null or an empty list is no condition. */
export const interactionFilter = z.object({
  session_id: id.nullable(),
  user: id.nullable(),
  /** The id of a model, or the name `{project}/{model}` of a deleted one. */
  model: z.union([z.object({ id }), z.object({ name: z.string() })]).nullable(),
  ab_campaign: z.string().nullable(),
  labels: z.array(z.object({ name: z.string(), value: z.string() })),
  tags: z.array(z.string()),
  finish_reason: z.enum(recordedFinishReasons).nullable(),
  /** Start, inclusive. */
  created_after: timestamp.nullable(),
  /** End, exclusive. */
  created_before: timestamp.nullable(),
  /** Interactions with a current value of this metric in the range. */
  metric: z.object({ metric: idOrKey, min: z.number().nullable(), max: z.number().nullable() }).nullable(),
  /**
   * Words in the first {@link searchedCharacters} of the completion, in PostgreSQL's websearch syntax. Absent before
   * 0.1.
   */
  text: z.string().nullable().optional(),
});

/** Filter of interactions. */
export type InteractionFilter = z.infer<typeof interactionFilter>;

/** The filter without a condition. */
export const allInteractions: InteractionFilter = {
  session_id: null,
  user: null,
  model: null,
  ab_campaign: null,
  labels: [],
  tags: [],
  finish_reason: null,
  created_after: null,
  created_before: null,
  metric: null,
};

/**
 * Lists the interactions of a project, the newest first. A page has fewer rows where they are large; the list ends
 * where `next_cursor` is null. Errors: `cursor_invalid`, `completion_not_found` (of `after`), `metric_not_found`,
 * `query_too_broad`.
 */
export const listInteractions = defineCommand({
  topic: interactionsCommands,
  type: 'list-interactions.v1',
  request: pageRequest.extend({
    project_id: id,
    filter: interactionFilter,
    /** The completion after which the page begins, in place of a cursor. Absent before 0.1. */
    after: id.optional(),
  }),
  reply: page(interaction),
  read: true,
});

/** Lists the feedback on a completion, the oldest first. A page has fewer rows where they are large. */
export const listInteractionFeedback = defineCommand({
  topic: interactionsCommands,
  type: 'list-interaction-feedback.v1',
  request: pageRequest.extend({ project_id: id, completion_id: id }),
  reply: page(interactionFeedback),
  read: true,
});

/** Request of {@link readInteraction}. */
export type ReadInteraction = z.infer<typeof readInteraction.request>;

/** Request of {@link findInteraction}. */
export type FindInteraction = z.infer<typeof findInteraction.request>;

/** Request of {@link listInteractions}. */
export type ListInteractions = z.infer<typeof listInteractions.request>;

/** Request of {@link listInteractionFeedback}. */
export type ListInteractionFeedback = z.infer<typeof listInteractionFeedback.request>;
