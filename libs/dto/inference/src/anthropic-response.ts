import { limitSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { count } from './chat-response.js';

const block = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('thinking'),
      thinking: z.string().describe('The reasoning.'),
      signature: z.string().describe('Signature of the provider; empty if it has none.'),
    }),
    z.object({
      type: z.literal('redacted_thinking'),
      data: z.string().describe('Reasoning that the provider encrypted.'),
    }),
    z.object({
      type: z.literal('text'),
      text: z.string().describe('Text.'),
      citations: z.array(z.unknown()).nullable().describe('Sources of the text; null for none.'),
    }),
    z.object({
      type: z.literal('tool_use'),
      id: z.string().describe('Id of the call in its conversation.'),
      name: z.string().describe('Name of the tool.'),
      input: z.unknown().describe('Arguments of the call.'),
    }),
  ])
  .meta({ id: 'AnthropicBlock', description: 'One block of an answer.' });

const usage = z
  .object({
    input_tokens: count.describe('Tokens of the prompt that are not from a cache.'),
    output_tokens: count.describe('Tokens of the answer.'),
    cache_creation_input_tokens: count.describe('Tokens of the prompt that were written to a cache.'),
    cache_read_input_tokens: count.describe('Tokens of the prompt from a cache.'),
    service_tier: z.string().nullable().describe('Class of service of the provider; null if it does not say.'),
  })
  .meta({ id: 'AnthropicUsage', description: 'Token usage of a message.' });

const stopReason = z
  .enum(['end_turn', 'max_tokens', 'tool_use', 'refusal'])
  .nullable()
  .describe('Why the answer ended; null before its end.');

const exampleMessage = {
  id: 'msg_01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
  type: 'message' as const,
  role: 'assistant' as const,
  model: 'demo/demo',
  content: [{ type: 'text' as const, text: 'Hello! How can I help?', citations: null }],
  stop_reason: 'end_turn' as const,
  stop_sequence: null,
  usage: {
    input_tokens: 9,
    output_tokens: 7,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    service_tier: null,
  },
};

/** A message as Anthropic sends it. */
export const anthropicMessageSchema = z
  .object({
    id: z.string().describe('Id of the answer. Feedback also takes it.'),
    type: z.literal('message').describe('Always `message`.'),
    role: z.literal('assistant').describe('Always `assistant`.'),
    model: z.string().describe('`{project}/{model}` that answered.'),
    content: z.array(block).describe('Blocks of the answer.'),
    stop_reason: stopReason,
    stop_sequence: z.null().describe('Always null: providers do not say which sequence ended an answer.'),
    usage,
  })
  .meta({ id: 'AnthropicMessage', description: 'An answer, as Anthropic sends it.', examples: [exampleMessage] });

/** One event of a streamed message. */
export const anthropicEventSchema = z
  .looseObject({ type: z.string().describe('Kind of the event, such as `content_block_delta`.') })
  .meta({
    id: 'AnthropicEvent',
    description: 'One event of a streamed answer, as Anthropic sends it.',
    examples: [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } }],
  });

/** Number of tokens of a prompt. */
export const anthropicCountedSchema = z
  .object({ input_tokens: count.describe('Tokens of the prompt.') })
  .meta({ id: 'AnthropicCounted', description: 'Number of tokens of a prompt.', examples: [{ input_tokens: 9 }] });

const exampleModel = {
  type: 'model' as const,
  id: 'support/large',
  display_name: 'support/large',
  created_at: '2026-01-02T03:04:05Z',
};

/** A model as Anthropic shows it. */
export const anthropicModelSchema = z
  .object({
    type: z.literal('model').describe('Always `model`.'),
    id: z.string().describe('`{project}/{model}`: the `model` of requests.'),
    display_name: z.string().describe('The same.'),
    created_at: z.string().describe('Creation time, RFC 3339.'),
  })
  .meta({ id: 'AnthropicModel', description: 'A model that the key may use.', examples: [exampleModel] });

/** Query of the models. */
export const anthropicModelQuerySchema = z.strictObject({
  limit: limitSchema(1_000, 20).describe('Maximum number of entries.'),
  after_id: z.string().max(512).optional().describe('Id after which the page begins.'),
  before_id: z.string().max(512).optional().describe('Id before which the page ends.'),
});

/** Part of the list of models. */
export const anthropicModelListSchema = z
  .object({
    data: z.array(anthropicModelSchema).describe('Models, by id.'),
    has_more: z.boolean().describe('Whether entries follow.'),
    first_id: z.string().nullable().describe('Id of the first entry; null without entries.'),
    last_id: z.string().nullable().describe('Id of the last entry; null without entries.'),
  })
  .meta({
    id: 'AnthropicModelList',
    description: 'The models that the key may use.',
    examples: [{ data: [exampleModel], has_more: false, first_id: exampleModel.id, last_id: exampleModel.id }],
  });

/** A message as Anthropic sends it. */
export type AnthropicMessage = z.output<typeof anthropicMessageSchema>;

/** Query of the models. */
export type AnthropicModelQuery = z.output<typeof anthropicModelQuerySchema>;
