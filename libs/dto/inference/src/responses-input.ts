import { completionIdSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { chatFields, rejectContradictions } from './chat-input.js';
import { boundedParameters, tokens } from './provider-parameters.js';
import { unsupported } from './request-fields.js';
import { answerSchema, schemaName } from './response-format.js';
import { responseInputItemsSchema } from './responses-items.js';
import { responseToolChoiceSchema, responseToolsSchema } from './responses-tools.js';

const shortText = z.string().max(64).nullish();

const format = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text') }).describe('Any text.'),
    z.object({ type: z.literal('json_object') }).describe('A JSON object.'),
    z
      .object({
        type: z.literal('json_schema'),
        name: schemaName.describe('Name of the schema.'),
        description: z.string().max(8_192).nullish().describe('Purpose of the answer.'),
        schema: answerSchema.describe('JSON Schema of the answer.'),
        strict: z.boolean().nullish().describe('Passed to providers. The embedded engine is always strict.'),
      })
      .describe('JSON that matches the schema.'),
  ])
  .meta({ id: 'ResponseTextFormat', description: 'Format of the text. Default: text.' });

const { messages: _, n: __, stream_options: ___, response_format: ____, ...shared } = chatFields;
const useMaxOutputTokens = 'use `max_output_tokens`';

const fields = {
  ...shared,
  input: responseInputItemsSchema.nullish(),
  instructions: z.string().nullish().describe('System prompt of this response. Later responses do not inherit it.'),
  previous_response_id: completionIdSchema
    .nullish()
    .describe('Response whose conversation goes on. The new response belongs to its session.'),
  max_output_tokens: tokens.nullish().describe("Maximum number of tokens of the output. Default: the model's limit."),
  reasoning: z
    .looseObject({
      effort: shortText.describe('Amount of reasoning, as `reasoning_effort` of a chat.'),
      summary: shortText.describe('If set, the reasoning is returned as a summary; else as `reasoning_text`.'),
    })
    .nullish()
    .describe('Options of the reasoning.'),
  text: z
    .object({
      format: format.nullish(),
      verbosity: shortText.describe('Length of the answer: `low`, `medium` or `high`.'),
    })
    .nullish()
    .describe('Options of the text.'),
  tools: responseToolsSchema
    .nullish()
    .describe("Functions and tools of the caller. Tools of OpenAI's servers are dropped."),
  tool_choice: responseToolChoiceSchema.nullish().describe('Which tools the model calls.'),
  include: z
    .array(z.string().max(128))
    .max(32)
    .nullish()
    .describe('Further content: `reasoning.encrypted_content`, `message.output_text.logprobs`. Others are ignored.'),
  stream: z.boolean().nullish().describe('True: the answer is a stream of events.'),
  stream_options: z
    .object({ include_obfuscation: z.boolean().nullish().describe('Ignored: events are not padded.') })
    .nullish()
    .describe('Options of the stream.'),
  drop_params: z
    .boolean()
    .nullish()
    .describe(
      'True: parameters that the provider does not support are dropped and listed in the header `x-earshot-dropped`. ' +
        'Default: true, because agents send parameters that only some providers know.',
    ),
  max_tokens: unsupported(useMaxOutputTokens),
  max_completion_tokens: unsupported(useMaxOutputTokens),
  background: unsupported('the answer is sent in the response to its request', false),
  conversation: unsupported('use `previous_response_id`'),
  prompt: unsupported('prompts are those of models; use `system_prompt_args`'),
  truncation: unsupported('shorten the input', 'disabled'),
  max_tool_calls: unsupported('there are no built-in tools'),
  context_management: unsupported('shorten the input', []),
};

/** Body of `POST /openai/v1/responses`. Unknown fields are parameters for the provider. */
export const responseCreateSchema = z
  .looseObject(fields)
  .superRefine(boundedParameters(fields))
  .superRefine(rejectContradictions)
  .superRefine(({ input, previous_response_id }, context) => {
    const isEmpty = input == null || input.length === 0;
    if (!isEmpty || previous_response_id != null) return;
    context.addIssue({ code: 'custom', path: ['input'], message: 'is required', params: { code: 'missing_field' } });
  })
  .meta({
    id: 'ResponseCreate',
    description: 'A request for a response. Unknown fields are sent to the provider.',
    examples: [
      { model: 'demo', input: 'Hello!' },
      {
        model: 'support/large',
        instructions: 'Answer in one sentence.',
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Why is the sky blue?' }] }],
        stream: true,
      },
    ],
  });

/** Names of the fields of {@link responseCreateSchema}. */
export const responseFields = fields;

/** Body of `POST /openai/v1/responses`. */
export type ResponseCreate = z.output<typeof responseCreateSchema>;
