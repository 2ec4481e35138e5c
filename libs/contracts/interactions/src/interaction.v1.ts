import { defineEvent, eventTopic, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';

/** Interactions that have begun. */
export const interactionsStartedTopic = eventTopic('interactions.started', 16);

/** Interactions that have ended. */
export const interactionsRecordedTopic = eventTopic('interactions.recorded', 16);

/** Why an interaction ended; `cancelled` is for records only, callers never see it. */
const recordedFinishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']);

/** A piece of a message: text, or a picture by its address, `https:` or `/images/{project_id}/{filename}`. */
const recordedPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), url: z.string(), detail: z.string().optional() }),
]);

/** One message of a conversation, as its caller sent it; optional is what was left out. */
const recordedMessage = z.object({
  role: z.string(),
  /** A text; a list where there are pictures in it. */
  content: z.union([z.string(), z.array(recordedPart)]),
  name: z.string().optional(),
  completion_id: id.optional(),
  metadata: z.unknown().optional(),
});

/**
 * Something of a record that lies in the bucket, since it is too large for the log: the object of that name in the record's project, kept for
 * good before the record was published. `locate-object.v1` says where its bytes are. It belongs to this record alone: whoever erases the
 * record gives it up with `remove-object.v1`.
 */
const inBucket = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.int().min(1),
});

const identity = {
  response_id: z.string(),
  session_id: id,
  project_id: id,
  model_id: id,
  /** `{project}/{model}` as resolved when it was served. */
  model: z.string(),
  user: id.nullable(),
  /** When the generation started. */
  created_at: timestamp,
};

/**
 * An answer is on its way: acknowledged by the broker before its first token leaves, so that feedback on the first token finds what it is
 * about.
 */
export const interactionStarted = defineEvent({
  topic: interactionsStartedTopic,
  type: 'interaction-started.v1',
  schema: z.object({
    ...identity,
    completion_ids: z.array(id),
    /** SHA-256 of the canonical roles and contents, lower-case hex: two completions compare only under one prompt. */
    prompt_hash: z.string(),
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
    prompt_hash: z.string(),
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
        finish_reason: recordedFinishReason,
      }),
    ),
    /**
     * The texts of all completions, where they are in the bucket: an object of the kind `completion`, a JSON array with the text of each, in
     * their order. Absent where they are here, and in records from before 0.2.
     */
    answers: inBucket.optional(),
    /** The sampling parameters that were used; absent ones were the provider's own. */
    parameters: z.object({
      temperature: z.number().optional(),
      top_p: z.number().optional(),
      max_tokens: z.int().optional(),
      stop: z.array(z.string()).optional(),
    }),
    /** As the provider counted; all 0 where it did not, as when the answer was cut off. */
    usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
    timings: z.object({
      /** From the gateway to the start of the generation. */
      queue_ms: z.number(),
      /** From the start of the generation to the first token; null when there was none. */
      first_token_ms: z.number().nullable(),
      /** From the start of the generation to its end. */
      total_ms: z.number(),
    }),
    labels: z.record(z.string(), z.string()),
    tags: z.array(z.string()),
    /** Code and public message, when it ended in an error. */
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  }),
  // Each stands for itself: readers go by the ids in it.
  key: () => null,
});

/** An answer is on its way. */
export type InteractionStarted = z.infer<typeof interactionStarted.schema>;

/** An answer has ended. */
export type InteractionRecorded = z.infer<typeof interactionRecorded.schema>;
