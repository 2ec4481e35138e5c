import { z } from 'zod';
import {
  count,
  deltaFields,
  finishReason,
  functionCall,
  head,
  logprobs,
  messageMore,
  usageSchema,
} from './chat-response.js';

const { id, created, model, system_fingerprint, service_tier } = head;
const openaiHead = { id, created, model, system_fingerprint, service_tier };

const exampleHead = {
  id: 'chatcmpl-01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
  created: 1_769_860_800,
  model: 'demo/demo',
};
const exampleUsage = { completion_tokens: 7, prompt_tokens: 9, total_tokens: 16 };
const exampleText = 'Hello! How can I help?';

const choice = z
  .object({
    index: count.describe('Index of the choice, from 0.'),
    message: z
      .object({
        role: z.literal('assistant').describe('Always `assistant`.'),
        content: z.string().nullable().describe('Text; null for calls or a refusal without text.'),
        ...messageMore,
        refusal: z.string().nullable().describe('What the model wrote in place of the text; null for nothing.'),
        tool_calls: z.array(functionCall).optional().describe("Calls of the caller's functions."),
      })
      .describe('Message of the model.'),
    logprobs: logprobs.nullable(),
    finish_reason: finishReason,
  })
  .meta({ id: 'OpenaiChatChoice', description: 'One of the requested choices.' });

/** Fields of a chat completion. */
export const openaiChatFields = {
  ...openaiHead,
  object: z.literal('chat.completion').describe('Always `chat.completion`.'),
  choices: z.array(choice),
  usage: usageSchema,
};

/** A chat completion in examples. */
export const exampleChatResponse = {
  ...exampleHead,
  object: 'chat.completion' as const,
  choices: [
    {
      index: 0,
      message: { role: 'assistant' as const, content: exampleText, refusal: null },
      logprobs: null,
      finish_reason: 'stop' as const,
    },
  ],
  usage: exampleUsage,
};

/** Answer to a chat request of OpenAI's dialect that does not stream. */
export const openaiChatResponseSchema = z.object(openaiChatFields).meta({
  id: 'OpenaiChatResponse',
  description: 'Answer to a chat request without `stream`, as OpenAI sends it.',
  examples: [exampleChatResponse],
});

const delta = z
  .object({
    index: count.describe('Index of the choice, from 0.'),
    delta: z
      .object({
        role: z.literal('assistant').optional().describe('Only in the first delta of a choice.'),
        content: z.string().nullable().describe('Next part of the text.'),
        ...messageMore,
        ...deltaFields,
      })
      .describe('Next part of the message.'),
    logprobs,
    finish_reason: finishReason,
  })
  .meta({ id: 'OpenaiDelta', description: 'Next part of a choice.' });

/** One event of the answer to a chat request of OpenAI's dialect that streams. */
export const openaiChatChunkSchema = z
  .object({
    ...openaiHead,
    object: z.literal('chat.completion.chunk').describe('Always `chat.completion.chunk`.'),
    choices: z.array(delta),
    usage: usageSchema.optional().describe('Only in an additional last chunk, with `stream_options.include_usage`.'),
  })
  .meta({
    id: 'OpenaiChatChunk',
    description: 'One event of a streamed answer, as OpenAI sends it.',
    examples: [
      {
        ...exampleHead,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }],
      },
    ],
  });

/** Answer to a text completion of OpenAI's dialect, and one event of it. */
export const openaiTextResponseSchema = z
  .object({
    ...openaiHead,
    object: z.literal('text_completion').describe('Always `text_completion`.'),
    choices: z
      .array(
        z.object({
          index: count.describe('Index of the choice, from 0.'),
          text: z.string().describe('Text; in a stream, the next part of it.'),
          logprobs: z.null().describe('Always null.'),
          finish_reason: finishReason,
        }),
      )
      .describe('The choices, or the next part of one.'),
    usage: usageSchema.optional().describe('Absent in a stream, except in an additional last event.'),
  })
  .meta({
    id: 'OpenaiTextResponse',
    description: 'Answer to a text completion, as OpenAI sends it.',
    examples: [
      {
        ...exampleHead,
        object: 'text_completion',
        choices: [{ index: 0, text: exampleText, logprobs: null, finish_reason: 'stop' }],
        usage: exampleUsage,
      },
    ],
  });

/** Answer to a chat request of OpenAI's dialect that does not stream. */
export type OpenaiChatResponse = z.output<typeof openaiChatResponseSchema>;

/** Answer to a text completion of OpenAI's dialect. */
export type OpenaiTextResponse = z.output<typeof openaiTextResponseSchema>;
