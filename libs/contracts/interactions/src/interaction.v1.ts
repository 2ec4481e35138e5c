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
  /** What `promptHash` makes of the messages: two completions compare only under one prompt. */
  prompt_hash: z.string(),
  /** When the request came, whichever attempt is answered: the same in all that is said of its answer. */
  created_at: timestamp,
  ...campaignPart,
};

/**
 * An answer is on its way: acknowledged by the broker before its first token leaves, so that feedback on the first token finds what it is
 * about. Sent when a model works on it; its record follows, unless the process that makes it dies and no other one makes it again.
 */
export const interactionStarted = defineEvent({
  topic: interactionsStartedTopic,
  type: 'interaction-started.v1',
  schema: z.object({
    ...identity,
    completion_ids: z.array(id),
  }),
  // Each stands for itself: readers go by the ids in it.
  key: () => null,
});

/** An answer has ended, in whatever way: acknowledged by the broker before the end of the answer leaves. */
export const interactionRecorded = defineEvent({
  topic: interactionsRecordedTopic,
  type: 'interaction-recorded.v1',
  schema: z.object({
    ...identity,
    /**
     * As the caller sent them, but for pictures: those that came with the request are where it says. None where `conversation` says that they
     * are in the bucket.
     */
    messages: z.array(recordedMessage),
    /**
     * The messages, where they are in the bucket: an object of the kind `conversation`, the JSON of what `messages` would be. Absent where they
     * are here, and in records from before 0.2.
     */
    conversation: inBucket.optional(),
    /** What the model read before the messages, from its own settings or its project's; null for nothing. */
    system_prompt: z.string().nullable(),
    completions: z.array(
      z.object({
        completion_id: id,
        index: z.int().min(0),
        /** Empty where `answers` says that the texts are in the bucket. */
        text: z.string(),
        finish_reason: z.enum(recordedFinishReasons),
        /** The calls that it ends with; absent for none, and in records from before 0.2. */
        tool_calls: z.array(recordedFunctionCall).optional(),
      }),
    ),
    /**
     * The texts of all completions, where they are in the bucket: an object of the kind `completion`, a JSON array with the text of each, in
     * their order. Absent where they are here, and in records from before 0.2.
     */
    answers: inBucket.optional(),
    /** Calls of the project's tools, in their order; absent for none, and in records from before 0.2. */
    called_tools: z.array(recordedToolCall).optional(),
    parameters: recordedParameters,
    usage: recordedUsage,
    timings: recordedTimings,
    labels,
    tags: z.array(z.string()),
    /** Null where it did not end in an error. */
    error: recordedError.nullable(),
    /**
     * Which attempt at its request this is of, from 1. A request that was offered twice may come to two records: the one of the higher attempt
     * holds, and of the same attempt the one that was not cancelled. Absent in records from before 0.2.
     */
    attempt: z.int().min(1).optional(),
  }),
  // Each stands for itself: readers go by the ids in it.
  key: () => null,
});

/** An answer is on its way. */
export type InteractionStarted = z.infer<typeof interactionStarted.schema>;

/** An answer has ended. */
export type InteractionRecorded = z.infer<typeof interactionRecorded.schema>;
