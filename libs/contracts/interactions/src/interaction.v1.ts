import { defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import {
  campaignPart,
  inBucket,
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
import { interactionsRecordedTopic, interactionsStartedTopic } from './topics.js';

const identity = {
  response_id: z.string(),
  session_id: id,
  project_id: id,
  model_id: id,
  /** `{project}/{model}` as resolved when it was served. */
  model: z.string(),
  user: id.nullable(),
  /** `promptHash` of the messages: only completions of the same prompt can be compared. */
  prompt_hash: z.string(),
  /** Time of the request, the same in all records of its answer, whichever attempt wins. */
  created_at: timestamp,
  ...campaignPart,
};

/**
 * An answer has started: the broker acknowledges it before the first token leaves, so feedback on that token finds it.
 * Sent when a model starts; the record follows, unless the process dies and no other process retries.
 */
export const interactionStarted = defineEvent({
  topic: interactionsStartedTopic,
  type: 'interaction-started.v1',
  schema: z.object({
    ...identity,
    completion_ids: z.array(id),
  }),
  // No key: readers find events by the ids in them.
  key: () => null,
});

/** An answer has ended: the broker acknowledges it before the end of the answer leaves. */
export const interactionRecorded = defineEvent({
  topic: interactionsRecordedTopic,
  type: 'interaction-recorded.v1',
  schema: z.object({
    ...identity,
    /** The messages of the caller. An image of the request is an address. Empty where `conversation` is set. */
    messages: z.array(recordedMessage),
    /**
     * The object of kind `conversation` in the bucket with the JSON of `messages`. Absent where the record has them,
     * and in records from before 0.1.
     */
    conversation: inBucket.optional(),
    /** The system prompt, from the model or its project; null for none. */
    system_prompt: z.string().nullable(),
    completions: z.array(
      z.object({
        completion_id: id,
        index: z.int().min(0),
        /** Empty where `answers` is set. */
        text: z.string(),
        /**
         * The beginning of the text, for searches. Absent where the record has the text, and in records from before
         * 0.1.
         */
        beginning: z.string().optional(),
        /** What the model wrote before the text. Absent for nothing, in `answers`, and in records from before 0.1. */
        reasoning: z.string().optional(),
        /** Signed parts of the reasoning, in order; absent for none, and in records from before 0.1. */
        reasoning_blocks: z.array(recordedReasoningBlock).optional(),
        /** What the model wrote in place of the text; absent for nothing, and in records from before 0.1. */
        refusal: z.string().optional(),
        finish_reason: z.enum(recordedFinishReasons),
        /** Calls of functions at its end; absent for none, and in records from before 0.1. */
        tool_calls: z.array(recordedFunctionCall).optional(),
      }),
    ),
    /**
     * The object of kind `completion` in the bucket with a JSON array of all texts, then of all reasoning if it
     * `has_reasoning`. Absent where the record has them, and in records from before 0.1.
     */
    answers: inBucket.extend({ has_reasoning: z.boolean().optional() }).optional(),
    /** Calls of the project's tools, in order; absent for none, and in records from before 0.1. */
    called_tools: z.array(recordedToolCall).optional(),
    parameters: recordedParameters,
    /** Names of parameters that the provider does not support; absent for none, and in records from before 0.1. */
    dropped_params: z.array(z.string()).optional(),
    usage: recordedUsage,
    timings: recordedTimings,
    labels,
    tags: z.array(z.string()),
    /** Null where it ended without an error. */
    error: recordedError.nullable(),
    /**
     * The attempt of its request, from 1. A request can have two records: the higher attempt wins, then the one that
     * was not cancelled. Absent in records from before 0.1.
     */
    attempt: z.int().min(1).optional(),
  }),
  // No key: readers find events by the ids in them.
  key: () => null,
});

/** An answer has started. */
export type InteractionStarted = z.infer<typeof interactionStarted.schema>;

/** An answer has ended. */
export type InteractionRecorded = z.infer<typeof interactionRecorded.schema>;
