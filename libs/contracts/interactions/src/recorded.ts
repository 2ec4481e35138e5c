import { id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';

/** Why an interaction ended; `cancelled` is for records only, callers never see it. */
export const recordedFinishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled'] as const;

/** Where an interaction comes from: from here; from elsewhere; from elsewhere, as one of two that were compared. */
export const interactionSources = ['served', 'imported', 'comparison'] as const;

/** A piece of a message: text, or a picture by its address, `https:` or `/images/{project_id}/{filename}`. */
const recordedPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), url: z.string(), detail: z.string().optional() }),
]);

/** A call of one of the caller's own functions that a model wanted to be made. */
export const recordedFunctionCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

/** A call of one of the project's tools, made to come to an answer. */
export const recordedToolCall = z.object({
  /** Of the completion that it was made for. */
  index: z.int().min(0),
  /** Counts from 1: those of one round were made together. */
  round: z.int().min(1),
  /** Key that the tool had; what the model named where there is no such tool. */
  tool: z.string(),
  /** As the model wrote them. */
  arguments: z.string(),
  /** What the tool answered; null where it failed. */
  result: z.string().nullable(),
  /** What the model was told instead; null where it did not fail. */
  error: z.string().nullable(),
  /** How long it took. */
  ms: z.number(),
  /** true: not all of the texts is kept. Absent where all is. */
  cut: z.literal(true).optional(),
});

/** A call of one of the project's tools, made to come to an answer. */
export type RecordedToolCall = z.infer<typeof recordedToolCall>;

/** One message of a conversation, as its caller sent it; optional is what was left out. */
export const recordedMessage = z.object({
  role: z.string(),
  /** A text; a list where there are pictures in it. */
  content: z.union([z.string(), z.array(recordedPart)]),
  name: z.string().optional(),
  completion_id: id.optional(),
  metadata: z.unknown().optional(),
  /** The calls that an assistant made; absent for none. */
  tool_calls: z.array(recordedFunctionCall).optional(),
  /** The call that a message of a tool answers. */
  tool_call_id: z.string().optional(),
});

/** One message of a conversation, as its caller sent it. */
export type RecordedMessage = z.infer<typeof recordedMessage>;

/**
 * Something of a record that lies in the bucket, since it is too large for the log: the object of that name in the record's project, kept for
 * good before the record was published. `locate-object.v1` says where its bytes are. It belongs to this record alone: whoever erases the
 * record gives it up with `remove-object.v1`.
 */
export const inBucket = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.int().min(1),
});

/** Something of a record that lies in the bucket. */
export type InBucket = z.infer<typeof inBucket>;

/** The sampling parameters that were used; absent ones were the provider's own. */
export const recordedParameters = z.object({
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  max_tokens: z.int().optional(),
  stop: z.array(z.string()).optional(),
  /** As the request has it. Absent for text, and in records from before 0.2. */
  response_format: z.record(z.string(), z.unknown()).optional(),
});

/** As the provider counted, all completions together; all 0 where it did not, as when the answer was cut off. */
export const recordedUsage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});

/** How long what took. */
export const recordedTimings = z.object({
  /** From the gateway to the start of the generation. */
  queue_ms: z.number(),
  /** From the start of the generation to the first token; null when there was none. */
  first_token_ms: z.number().nullable(),
  /** From the start of the generation to its end. */
  total_ms: z.number(),
});

/** Code and public message of what ended an answer. */
export const recordedError = z.object({ code: z.string(), message: z.string() });

/** What was said about a completion. */
export const interactionFeedback = z.object({
  id,
  metric_id: id,
  /** Key that the metric had. */
  metric: z.string(),
  /** Of the metric's kind. */
  value: z.union([z.boolean(), z.number()]),
  reason: z.string().nullable(),
  details: z.string().nullable(),
  created_at: timestamp,
});

/** What was said about a completion. */
export type InteractionFeedback = z.infer<typeof interactionFeedback>;

/** Names and values by which an interaction is found. */
export const labels = z.record(z.string(), z.string());

/** The part that an interaction has in a campaign, where it has one. */
export const campaignPart = {
  /** The campaign; null or absent for none, absent too in messages from before there were campaigns. */
  ab_campaign: z.string().nullable().optional(),
  /** Probability with which the request got its model; null or absent where it was not drawn. */
  propensity: z.number().min(0).max(1).nullable().optional(),
};
