import { z } from 'zod';
import { completionId, count, finishReason, head, usageSchema } from './chat-response.js';

const object = z.literal('text_completion').describe('Always `text_completion`.');

const choice = z
  .object({
    index: count.describe('Index of the choice, from 0.'),
    text: z.string().describe('Text; in a stream, the next part of it.'),
    completion_id: completionId,
    model: z.string().describe('`{project}/{model}` that answered.'),
    finish_reason: finishReason,
  })
  .meta({ id: 'GenerateChoice', description: 'One of the requested choices, or the next part of one.' });

const example = {
  id: 'chatcmpl-01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04',
  created: 1_769_860_800,
  model: 'demo/demo',
  session_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05',
  object: 'text_completion',
};
const exampleChoice = { index: 0, completion_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06', model: 'demo/demo' };

/** Answer to a text completion that does not stream. */
export const generateResponseSchema = z.object({ ...head, object, choices: z.array(choice), usage: usageSchema }).meta({
  id: 'GenerateResponse',
  description: 'Answer to a text completion without `stream`.',
  examples: [
    {
      ...example,
      choices: [{ ...exampleChoice, text: 'Hello! How can I help?', finish_reason: 'stop' }],
      usage: { completion_tokens: 7, prompt_tokens: 9, total_tokens: 16 },
    },
  ],
});

/** One event of the answer to a text completion that streams. */
export const generateResponseChunkSchema = generateResponseSchema
  .extend({
    usage: usageSchema.optional().describe('Only in an additional last event, with `stream_options.include_usage`.'),
  })
  .meta({
    id: 'GenerateResponseChunk',
    description: 'One event of a streamed text completion.',
    examples: [{ ...example, choices: [{ ...exampleChoice, text: 'Hello', finish_reason: null }] }],
  });

/** Answer to a text completion that does not stream. */
export type GenerateResponse = z.output<typeof generateResponseSchema>;

/** One event of the answer to a text completion that streams. */
export type GenerateResponseChunk = z.output<typeof generateResponseChunkSchema>;
