import { z } from 'zod';
import { count } from './chat-response.js';

const status = z.enum(['in_progress', 'completed', 'incomplete']).describe('State of the item.');
const logprob = z.looseObject({ token: z.string().describe('Token.'), logprob: z.number().describe('Its logarithm.') });

const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string().describe('Text.'),
  annotations: z.array(z.unknown()).describe('Sources of the text, as the provider describes them.'),
  logprobs: z.array(logprob).optional().describe('Log probabilities of the tokens; absent unless requested.'),
});

const outputRefusal = z.object({
  type: z.literal('refusal'),
  refusal: z.string().describe('What the model wrote in place of a text.'),
});

const outputMessage = z.object({
  id: z.string().describe('Id of the item. Feedback also takes it.'),
  type: z.literal('message'),
  role: z.literal('assistant'),
  status,
  content: z.array(z.discriminatedUnion('type', [outputText, outputRefusal])).describe('Parts of the message.'),
});

const outputCall = z.object({
  id: z.string().describe('Id of the item.'),
  type: z.literal('function_call'),
  call_id: z.string().describe('Id of the call in its conversation.'),
  name: z.string().describe('Name of the function.'),
  namespace: z.string().optional().describe('Namespace of the function, if it has one.'),
  arguments: z.string().describe('Arguments as the model wrote them, usually a JSON object.'),
  status,
});

const outputCustomCall = z.object({
  id: z.string().describe('Id of the item.'),
  type: z.literal('custom_tool_call'),
  call_id: z.string().describe('Id of the call in its conversation.'),
  name: z.string().describe('Name of the tool.'),
  namespace: z.string().optional().describe('Namespace of the tool, if it has one.'),
  input: z.string().describe('Input of the tool.'),
});

const outputReasoning = z.object({
  id: z.string().describe('Id of the item.'),
  type: z.literal('reasoning'),
  summary: z
    .array(z.object({ type: z.literal('summary_text'), text: z.string().describe('The reasoning.') }))
    .describe('The reasoning, if the request has `reasoning.summary`.'),
  content: z
    .array(z.object({ type: z.literal('reasoning_text'), text: z.string().describe('The reasoning.') }))
    .optional()
    .describe('The reasoning, if it is not in `summary`.'),
  encrypted_content: z
    .string()
    .optional()
    .describe('The reasoning for later requests, with `include: ["reasoning.encrypted_content"]`.'),
});

const outputItem = z
  .discriminatedUnion('type', [outputReasoning, outputMessage, outputCall, outputCustomCall])
  .meta({ id: 'ResponseOutputItem', description: 'One item of the output.' });

const usage = z
  .object({
    input_tokens: count.describe('Tokens of the input.'),
    input_tokens_details: z
      .object({ cached_tokens: count.describe('Tokens from a cache.') })
      .describe('Parts of them.'),
    output_tokens: count.describe('Tokens of the output.'),
    output_tokens_details: z
      .object({ reasoning_tokens: count.describe('Tokens of the reasoning.') })
      .describe('Parts of them.'),
    total_tokens: count.describe('Sum of both.'),
  })
  .meta({ id: 'ResponseUsage', description: 'Token usage of a response.' });

/** Id of the response in examples. */
export const exampleResponseId = 'resp_01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06';

const example = {
  id: exampleResponseId,
  object: 'response' as const,
  created_at: 1_769_860_800,
  status: 'completed' as const,
  error: null,
  incomplete_details: null,
  instructions: null,
  model: 'demo/demo',
  output: [
    {
      id: 'msg_01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
      type: 'message' as const,
      role: 'assistant' as const,
      status: 'completed' as const,
      content: [{ type: 'output_text' as const, text: 'Hello! How can I help?', annotations: [] }],
    },
  ],
  previous_response_id: null,
  parallel_tool_calls: true,
  temperature: null,
  top_p: null,
  max_output_tokens: null,
  tool_choice: 'auto',
  tools: [],
  reasoning: { effort: null, summary: null },
  text: { format: { type: 'text' } },
  truncation: 'disabled' as const,
  metadata: {},
  user: null,
  store: true,
  usage: {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 16,
  },
};

/** A response of OpenAI's Responses API. */
export const responseSchema = z
  .object({
    id: z.string().describe('Id of the response. Feedback also takes it.'),
    object: z.literal('response').describe('Always `response`.'),
    created_at: count.describe('Time of the request, Unix time in seconds.'),
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']).describe('State of the response.'),
    error: z
      .object({ code: z.string().describe('Error code.'), message: z.string().describe('Error message.') })
      .nullable()
      .describe('Error that ended the response; null without one.'),
    incomplete_details: z
      .object({ reason: z.enum(['max_output_tokens', 'content_filter']).describe('Why it ended early.') })
      .nullable()
      .describe('Why the response is incomplete; null if it is not.'),
    instructions: z.string().nullable().describe('System prompt of the request.'),
    model: z.string().describe('`{project}/{model}` that answered.'),
    output: z.array(outputItem).describe('Items that the model wrote.'),
    previous_response_id: z.string().nullable().describe('Response that this one continues.'),
    parallel_tool_calls: z.boolean().describe('Whether the model may call several tools at once.'),
    temperature: z.number().nullable().describe("Sampling temperature; null: the model's."),
    top_p: z.number().nullable().describe("Nucleus sampling; null: the model's."),
    max_output_tokens: count.nullable().describe("Maximum number of tokens; null: the model's limit."),
    tool_choice: z.unknown().describe('As in the request.'),
    tools: z.array(z.unknown()).describe('As in the request; empty in a stored response.'),
    reasoning: z
      .object({
        effort: z.string().nullable().describe('As in the request.'),
        summary: z.string().nullable().describe('As in the request.'),
      })
      .describe('Options of the reasoning.'),
    text: z.unknown().describe('Options of the text, as in the request.'),
    truncation: z.literal('disabled').describe('Always `disabled`.'),
    metadata: z.record(z.string(), z.string()).describe('Labels of the interaction.'),
    user: z.string().nullable().describe('End user as in the request.'),
    store: z.boolean().describe('Whether the response is recorded.'),
    service_tier: z.string().optional().describe('Class of service of the provider; absent if it does not say.'),
    usage: usage.nullable().describe('Token usage; null before the end.'),
  })
  .meta({ id: 'Response', description: 'A response, as OpenAI sends it.', examples: [example] });

/** One event of a streamed response. */
export const responseEventSchema = z
  .looseObject({
    type: z.string().describe('Kind of the event, such as `response.output_text.delta`.'),
    sequence_number: count.describe('Number of the event, from 0.'),
  })
  .meta({
    id: 'ResponseEvent',
    description: 'One event of a streamed response, as OpenAI sends it.',
    examples: [
      {
        type: 'response.output_text.delta',
        item_id: 'msg_01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
        output_index: 0,
        content_index: 0,
        delta: 'Hello',
        logprobs: [],
        sequence_number: 4,
      },
    ],
  });

/** A response of OpenAI's Responses API. */
export type ResponseObject = z.output<typeof responseSchema>;

/** One item of the output of a response. */
export type ResponseOutputItem = z.output<typeof outputItem>;
