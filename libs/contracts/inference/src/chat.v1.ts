import { defineWork, id, idOrKey } from '@earshot/contracts-core';
import { z } from 'zod';
import { callerFields, chatTools, toolCall, toolCallPiece } from './chat-tools.js';
import { reasoningBlock } from './reasoning.js';
import { inferenceWork } from './topics.js';

const messagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), ...callerFields }),
  z.object({ type: z.literal('image'), url: z.string(), detail: z.string().optional(), ...callerFields }),
]);

/** A text or an image: an `https:` URL, or `/images/{project_id}/{filename}`, where the gateway stores `data:` URLs. */
export type MessagePart = z.infer<typeof messagePart>;

/** One message of a conversation. Optional fields are those that a caller may leave out. */
export const chatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  /** A text, or a list of parts with images. */
  content: z.union([z.string(), z.array(messagePart)]),
  /** Name of the speaker, where several have the same role. */
  name: z.string().optional(),
  /** The completion that the message is, where it is one of ours. */
  completion_id: id.optional(),
  /** Anything of the caller's, for the record alone. */
  metadata: z.unknown().optional(),
  /** The calls that an assistant made; absent for none, and in requests from before 0.1. */
  tool_calls: z.array(toolCall).optional(),
  /** The call that a message of a tool answers; absent in others, and in requests from before 0.1. */
  tool_call_id: z.string().optional(),
  ...callerFields,
});

/** One message of a conversation. */
export type ChatMessage = z.infer<typeof chatMessage>;

/** Parts of a count of tokens by their names in OpenAI's interface, such as `cached_tokens`. */
const tokenDetails = z.record(z.string(), z.int().min(0));

const usage = z.object({
  prompt_tokens: z.int().min(0),
  completion_tokens: z.int().min(0),
  total_tokens: z.int().min(0),
  /** Absent where the provider reports none, and in chunks from before 0.1; so the next one. */
  prompt_tokens_details: tokenDetails.optional(),
  completion_tokens_details: tokenDetails.optional(),
});

/** Format of the answer; the caller may leave out the optional fields. */
const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string(),
      description: z.string().optional(),
      /** A JSON Schema, 64 KiB at most; absent for any object. */
      schema: z.record(z.string(), z.unknown()).optional(),
      strict: z.boolean().optional(),
    }),
  }),
]);

const chatRequest = z.object({
  response_id: z.string(),
  /** One for each choice, 16 at most; none where only the prompt is to be counted. */
  completion_ids: z.array(id),
  session_id: id,
  /** The session begins with this request and the caller did not name it. Absent: false; absent before 0.1. */
  new_session: z.boolean().optional(),
  project_id: id,
  /** Model as the caller named it; null for the project's default. */
  model: idOrKey.nullable(),
  /** The A/B campaign by id or key, only without a model. Absent: the traffic split decides; absent before 0.1. */
  ab_campaign: idOrKey.optional(),
  /** Empty if `conversation` refers to the bucket. */
  messages: z.array(chatMessage),
  /**
   * Messages that exceed the lane's limit: an object `conversation` of the project with the JSON of `messages`, deleted
   * after a day unless it is stored permanently. Absent if `messages` has them, and in requests from before 0.1.
   */
  conversation: z.object({ name: z.string(), size: z.int().min(1) }).optional(),
  /** What the template of the system prompt is filled in with. Absent for nothing, and in requests from before 0.1. */
  system_prompt_args: z.record(z.string(), z.unknown()).optional(),
  /** Absent for text, and in requests from before 0.1. */
  response_format: responseFormat.optional(),
  /** What the model may call; absent for nothing, and in requests from before 0.1. */
  tools: chatTools.optional(),
  stop: z.array(z.string()).nullable(),
  /** 0 for choices without text; the prompt is counted all the same. */
  max_tokens: z.int().min(0).nullable(),
  temperature: z.number().nullable(),
  top_p: z.number().nullable(),
  /** Further parameters, which the provider gets as they are; absent for none, and in requests from before 0.1. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** Parameters of Anthropic's interface, which only its servers get. As `parameters`. */
  anthropic_fields: z.record(z.string(), z.unknown()).optional(),
  /** Drops parameters that the provider does not support. Absent: false; absent before 0.1. */
  drop_params: z.boolean().optional(),
  /** Names of what the gateway dropped. Absent for nothing, and in requests from before 0.1. */
  dropped_params: z.array(z.string()).optional(),
  /** true: chunks are wanted as they are made. */
  stream: z.boolean(),
  user: id.nullable(),
  labels: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  /** false: nothing of it is recorded. */
  store: z.boolean(),
  /**
   * A stored prompt is answered again: no other model answers in place of this one, and where requests wait for the
   * embedded engine, all others go first. Absent: false; absent before 0.2.
   */
  replay: z.boolean().optional(),
  /** When the gateway took the request, ms since 1970. */
  received_at_ms: z.int(),
  /** How long after that the first token is of use; null for no limit. */
  max_ttft_ms: z.int().min(1).nullable(),
});

/** A chat request: checked, authorised, with every id that its answer will have. */
export type ChatRequest = z.infer<typeof chatRequest>;

const logProb = z.object({
  token: z.string(),
  logprob: z.number(),
  /** UTF-8; null or absent where it is not known. */
  bytes: z.array(z.int()).nullable().optional(),
});

const tokenLogProb = logProb.extend({ top_logprobs: z.array(logProb).optional() });

/** A token of an answer with the logarithm of its probability, as in OpenAI's interface. */
export type TokenLogProb = z.infer<typeof tokenLogProb>;

const chatChunk = z.object({
  /** `{project}/{model}` as resolved; in the first chunk. */
  model: z.string().optional(),
  /** What the server says about itself; in one chunk, absent for nothing and in chunks from before 0.1. */
  served_by: z.object({ system_fingerprint: z.string().optional(), service_tier: z.string().optional() }).optional(),
  /** Names of parameters that the provider does not support; in the first chunk, absent for none. */
  dropped_params: z.array(z.string()).optional(),
  choices: z.array(
    z.object({
      index: z.int().min(0),
      /** What is new since the chunk before. */
      text: z.string(),
      /** What is new of the reasoning before the text; absent for nothing, and in chunks from before 0.1. */
      reasoning: z.string().optional(),
      /** Parts of the reasoning that end here. As `reasoning`. */
      reasoning_blocks: z.array(reasoningBlock).optional(),
      /** What is new of a refusal in place of the text; absent for nothing, and in chunks from before 0.1. */
      refusal: z.string().optional(),
      /** Sources of the text, such as web pages, as the provider describes them. As `reasoning`. */
      annotations: z.array(z.unknown()).optional(),
      /** Of the tokens of the new text; absent unless requested, and in chunks from before 0.1. */
      logprobs: z.array(tokenLogProb).optional(),
      /** What is new of calls of the caller's own functions; absent for nothing, and in chunks from before 0.1. */
      tool_calls: z.array(toolCallPiece).optional(),
      /** In the last chunk of a choice. */
      finish_reason: z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'error']).optional(),
    }),
  ),
  /** In the last chunk of all, which is the only one where there are no choices. */
  usage: usage.optional(),
});

/** A piece of an answer. */
export type ChatChunk = z.infer<typeof chatChunk>;

/**
 * Generates the answer to a conversation. The last chunk comes after the interaction is recorded.
 *
 * Errors: `project_not_found`, `model_not_found`, `ab_campaign_not_found`, `model_not_capable`, `model_not_served`,
 * `unsupported_parameter`, `tool_unknown`, `tool_name_taken`, `system_prompt_argument_missing`, `system_prompt_failed`,
 * `ttft_exceeded`, `template_too_expensive`, `system_prompts_busy`, and those of the provider (`provider_rejected`,
 * `queue_full`, `context_length_exceeded`, `schema_not_supported`, `provider_failed`, ...).
 */
export const chat = defineWork({ topic: inferenceWork, type: 'chat.v1', request: chatRequest, chunk: chatChunk });
