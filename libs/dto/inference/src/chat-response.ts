import { z } from 'zod';

const count = z.int().min(0).max(2_147_483_647);
const finishReason = z
  .enum(['stop', 'length', 'tool_calls', 'content_filter', 'error'])
  .nullable()
  .describe('Why the choice ended; null while it goes on.');

const message = z.object({
  id: z.string().describe('The same as `completion_id`.'),
  role: z.string(),
  content: z.string(),
});

/** Tokens that a request took. */
export const usageSchema = z.object({ completion_tokens: count, prompt_tokens: count, total_tokens: count });

const head = {
  id: z.string().describe('Identifies the answer.'),
  created: z.number().describe('Unix time in seconds.'),
  model: z.string().describe('`{project}/{model}` as resolved.'),
  session_id: z.guid(),
};

/** Answer to a chat request that does not stream. */
export const chatResponseSchema = z.object({
  ...head,
  object: z.literal('chat.completion'),
  choices: z.array(
    z.object({
      index: count,
      message,
      finish_reason: finishReason,
      completion_id: z.string().describe('Identifies the choice: what feedback is given about.'),
      model: z.string(),
    }),
  ),
  usage: usageSchema,
});

/** One event of the answer to a chat request that streams. */
export const chatResponseChunkSchema = z.object({
  ...head,
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({
      index: count,
      delta: message.describe('What is new since the chunk before.'),
      completion_id: z.string(),
      finish_reason: finishReason,
    }),
  ),
  usage: usageSchema
    .optional()
    .describe('In one more chunk at the end, when `stream_options.include_usage` asks for it.'),
});

/** Answer to a chat request that does not stream. */
export type ChatResponse = z.output<typeof chatResponseSchema>;

/** One event of the answer to a chat request that streams. */
export type ChatResponseChunk = z.output<typeof chatResponseChunkSchema>;
