import { id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';

/** Why an interaction ended. `cancelled` appears in records only. */
export const recordedFinishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled'] as const;

/** Source of an interaction: served here, imported, or imported as one of two compared texts. */
export const interactionSources = ['served', 'imported', 'comparison'] as const;

/** Fields of a message or part that only providers read; absent for none, and in records from before 0.1. */
const callerFields = {
  provider_fields: z.record(z.string(), z.unknown()).optional(),
  anthropic_fields: z.record(z.string(), z.unknown()).optional(),
};

/** A part of a message: text, or the address of an image, `https:` or `/images/{project_id}/{filename}`. */
const recordedPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), ...callerFields }),
  z.object({ type: z.literal('image'), url: z.string(), detail: z.string().optional(), ...callerFields }),
]);

/**
 * The end of a part of the reasoning that its provider wants back unchanged. It has the signature of the characters
 * (UTF-16 units) since the part before, or encrypted data in place of a text.
 */
export const recordedReasoningBlock = z.union([
  z.object({ characters: z.int().min(0), signature: z.string() }),
  z.object({ data: z.string() }),
]);

/** A call of one of the caller's functions by a model. */
export const recordedFunctionCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

/** A call of one of the project's tools. */
export const recordedToolCall = z.object({
  /** Index of its completion. */
  index: z.int().min(0),
  /** Round, from 1. Calls of one round ran in parallel. */
  round: z.int().min(1),
  /** Key of the tool; the name from the model where no such tool exists. */
  tool: z.string(),
  /** Arguments as the model wrote them. */
  arguments: z.string(),
  /** Result of the tool; null where it failed. */
  result: z.string().nullable(),
  /** Error that the model received; null for a success. */
  error: z.string().nullable(),
  /** Duration, ms. */
  ms: z.number(),
  /** Whether a text was shortened; absent for false. */
  cut: z.literal(true).optional(),
});

/** A call of one of the project's tools. */
export type RecordedToolCall = z.infer<typeof recordedToolCall>;

/** One message of a conversation. Optional fields are those that the caller omitted. */
export const recordedMessage = z.object({
  role: z.string(),
  /** Text, or a list where it has images. */
  content: z.union([z.string(), z.array(recordedPart)]),
  name: z.string().optional(),
  completion_id: id.optional(),
  metadata: z.unknown().optional(),
  /** Calls of an assistant; absent for none. */
  tool_calls: z.array(recordedFunctionCall).optional(),
  /** The call that a tool message answers. */
  tool_call_id: z.string().optional(),
  ...callerFields,
});

/** One message of a conversation. */
export type RecordedMessage = z.infer<typeof recordedMessage>;

/**
 * A part of a record that is too large for Kafka: an object in the bucket, kept before the record was published.
 * `locate-object.v1` returns its address. It belongs to this record alone, whose erasure removes it.
 */
export const inBucket = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.int().min(1),
});

/** Characters of a completion that a search for its text covers. */
export const searchedCharacters = 8_000;

/** Beginnings of all texts of one answer, in characters: they fit into a record beside all other fields. */
const beginningsCharacters = 32_000;

/** The beginning of a text that moves to the bucket, for searches. @param texts number of texts in its answer. */
export function beginningOf(text: string, texts = 1): string {
  return text.slice(0, Math.min(searchedCharacters, Math.floor(beginningsCharacters / texts)));
}

/** A part of a record in the bucket. */
export type InBucket = z.infer<typeof inBucket>;

/**
 * The parameters that the provider got; absent ones are its defaults. Others than these, such as `seed`, are as the
 * caller sent them.
 */
export const recordedParameters = z.looseObject({
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  max_tokens: z.int().optional(),
  stop: z.array(z.string()).optional(),
  /** `response_format` of the request; absent for text, and in records from before 0.1. */
  response_format: z.record(z.string(), z.unknown()).optional(),
});

/** Usage of all completions, as counted by the provider; 0 where it reported none, for example after a cancellation. */
export const recordedUsage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  /** Parts by their names in OpenAI's interface; absent where none is reported, and in records from before 0.1. */
  prompt_tokens_details: z.record(z.string(), z.int()).optional(),
  completion_tokens_details: z.record(z.string(), z.int()).optional(),
});

/** Durations of an answer. */
export const recordedTimings = z.object({
  /** From the gateway to the start of the generation. */
  queue_ms: z.number(),
  /** From the start of the generation to the first token; null when there was none. */
  first_token_ms: z.number().nullable(),
  /** From the start of the generation to its end. */
  total_ms: z.number(),
});

/** Code and public message of the error that ended an answer. */
export const recordedError = z.object({ code: z.string(), message: z.string() });

/** Feedback on a completion. */
export const interactionFeedback = z.object({
  id,
  metric_id: id,
  /** Key of the metric at that time. */
  metric: z.string(),
  /** A value of the kind of the metric. */
  value: z.union([z.boolean(), z.number()]),
  reason: z.string().nullable(),
  details: z.string().nullable(),
  created_at: timestamp,
});

/** Feedback on a completion. */
export type InteractionFeedback = z.infer<typeof interactionFeedback>;

/** Names and values for filters. */
export const labels = z.record(z.string(), z.string());

/** The campaign of an interaction. */
export const campaignPart = {
  /** The campaign; null or absent for none. */
  ab_campaign: z.string().nullable().optional(),
  /** Probability with which the model was drawn; null or absent where it was not drawn. */
  propensity: z.number().min(0).max(1).nullable().optional(),
};
