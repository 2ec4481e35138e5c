import { limitedList } from '@earshot/dto-common';
import { z } from 'zod';
import { blocksSchema, systemBlocksSchema } from './anthropic-blocks.js';
import { anthropicToolChoiceSchema, anthropicToolsSchema } from './anthropic-tools.js';
import { chatFields } from './chat-input.js';
import { boundedParameters, tokens } from './provider-parameters.js';
import { stopText } from './request-fields.js';
import { answerSchema } from './response-format.js';

const maxMessages = 10_000;

const message = z
  .object({
    role: z.enum(['user', 'assistant', 'system']).describe('Role of the author.'),
    content: z.union([z.string(), blocksSchema]).describe('A string, or blocks.'),
  })
  .meta({ id: 'AnthropicMessageInput', description: 'One message of a conversation.' });

const messages = z
  .preprocess(limitedList(maxMessages, 'messages'), z.array(message).min(1))
  .meta({ maxItems: maxMessages });

const outputConfig = z.looseObject({
  format: z
    .object({
      type: z.literal('json_schema'),
      schema: answerSchema.describe('JSON Schema of the answer.'),
    })
    .nullish()
    .describe('Format of the answer. Default: text.'),
});

const { model, temperature, stream, session_id, labels, tags, store, ab_campaign, system_prompt_args } = chatFields;

/** What a prompt consists of; both requests have it. */
const promptFields = {
  model,
  messages: messages.nonoptional().describe('The conversation so far.'),
  system: z.union([z.string(), systemBlocksSchema]).nullish().describe('System prompt: a string, or blocks of text.'),
  tools: anthropicToolsSchema.nullish().describe("Tools of the caller. Tools of Anthropic's servers are dropped."),
  tool_choice: anthropicToolChoiceSchema.nullish().describe('Which tools the model calls.'),
  output_config: outputConfig.nullish().describe('Options of the output. All but `format` are for the provider.'),
  drop_params: z
    .boolean()
    .nullish()
    .describe(
      'True: parameters that the provider does not support are dropped and listed in the header `x-earshot-dropped`. ' +
        'Default: true, because agents send parameters that only Anthropic knows.',
    ),
};

const messageFields = {
  ...promptFields,
  max_tokens: tokens.min(1).describe('Maximum number of tokens of the answer.'),
  stop_sequences: z.array(stopText).max(16).nullish().describe('Sequences at which the answer stops.'),
  ...{ temperature, stream },
  top_p: chatFields.top_p,
  top_k: chatFields.top_k,
  metadata: z
    .object({ user_id: chatFields.user.describe('End user: a uuid, or any string.') })
    .nullish()
    .describe('Who asks.'),
  ...{ session_id, labels, tags, store, ab_campaign, system_prompt_args },
};

/** Body of `POST /anthropic/v1/messages`. Unknown fields are parameters for Anthropic's servers. */
export const anthropicInputSchema = z
  .looseObject(messageFields)
  .superRefine(boundedParameters(messageFields))
  .meta({
    id: 'AnthropicInput',
    description: "A request for a message. Unknown fields are sent to providers with Anthropic's interface.",
    examples: [
      { model: 'demo', max_tokens: 256, messages: [{ role: 'user', content: 'Hello!' }] },
      {
        model: 'support/large',
        max_tokens: 1_024,
        system: 'Answer in one sentence.',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Why is the sky blue?' }] }],
        stream: true,
      },
    ],
  });

/** Body of `POST /anthropic/v1/messages/count_tokens`. */
export const anthropicCountSchema = z
  .looseObject(promptFields)
  .superRefine(boundedParameters(promptFields))
  .meta({
    id: 'AnthropicCount',
    description: 'A prompt whose tokens are counted.',
    examples: [{ model: 'demo', messages: [{ role: 'user', content: 'Hello!' }] }],
  });

/** Names of the fields of {@link anthropicInputSchema}: all others are for Anthropic's servers. */
export const anthropicFieldNames: ReadonlySet<string> = new Set(Object.keys(messageFields));

/** Body of `POST /anthropic/v1/messages`. */
export type AnthropicInput = z.output<typeof anthropicInputSchema>;

/** Body of `POST /anthropic/v1/messages/count_tokens`. */
export type AnthropicCount = z.output<typeof anthropicCountSchema>;
