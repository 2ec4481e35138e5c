import { z } from 'zod';

/** A count of tokens or choices. */
export const count = z.int().min(0).max(2_147_483_647);
/** Why a choice ended. */
export const finishReason = z
  .enum(['stop', 'length', 'tool_calls', 'content_filter', 'error'])
  .nullable()
  .describe('Why the choice ended; null before its end.');

/** A call of a function of the caller's. */
export const functionCall = z
  .object({
    id: z.string().describe('Id of the call in its conversation.'),
    type: z.literal('function').describe('Always `function`.'),
    function: z
      .object({
        name: z.string().describe('Name of the function.'),
        arguments: z.string().describe('Arguments as the model wrote them, usually a JSON object.'),
      })
      .describe('Called function and its arguments.'),
  })
  .meta({ id: 'FunctionCall', description: "A call of one of the caller's functions." });

const functionCallDelta = z
  .object({
    index: count.describe('Index of the call, from 0.'),
    id: z.string().optional().describe('Only in the first chunk of a call.'),
    type: z.literal('function').optional().describe('Only in the first chunk of a call.'),
    function: z
      .object({
        name: z.string().optional().describe('Only in the first chunk of a call.'),
        arguments: z.string().describe('Next part of the arguments.'),
      })
      .describe('Next part of the function call.'),
  })
  .meta({ id: 'FunctionCallDelta', description: "Next part of a call of one of the caller's functions." });

/** Fields of a message, or of a part of one, that only some providers send. */
export const messageMore = {
  reasoning_content: z.string().optional().describe('What the model wrote before the text; absent for nothing.'),
  thinking_blocks: z
    .array(
      z.union([
        z.object({
          type: z.literal('thinking'),
          thinking: z.string().describe('Part of the reasoning.'),
          signature: z.string().describe('Signature of the provider.'),
        }),
        z.object({
          type: z.literal('redacted_thinking'),
          data: z.string().describe('Reasoning that the provider encrypted.'),
        }),
      ]),
    )
    .optional()
    .describe('Parts of the reasoning that the provider wants back unchanged with the message; absent for none.'),
  refusal: z.string().optional().describe('What the model wrote in place of the text; absent for nothing.'),
  annotations: z.array(z.unknown()).optional().describe('Sources of the text, as the provider describes them.'),
};

/** Calls in a part of a message. */
export const deltaFields = {
  tool_calls: z.array(functionCallDelta).optional().describe('Next parts of the calls.'),
};

const messageFields = {
  id: z.string().describe('Equals `completion_id`.'),
  role: z.string().describe('Always `assistant`.'),
  content: z.string().nullable().describe('Text; null for calls or a refusal without text.'),
  ...messageMore,
};

const messageDelta = z
  .object({ ...messageFields, ...deltaFields })
  .meta({ id: 'ChatChoiceDelta', description: 'Next part of a message of the model.' });

const message = z
  .object({
    ...messageFields,
    tool_calls: z.array(functionCall).optional().describe("Calls of the caller's functions."),
  })
  .meta({ id: 'ChatChoiceMessage', description: 'A message of the model.' });

const tokenDetails = z.record(z.string(), count).optional();

/** Tokens that a request took. */
export const usageSchema = z
  .object({
    completion_tokens: count.describe('Tokens of the answer.'),
    prompt_tokens: count.describe('Tokens of the prompt.'),
    total_tokens: count.describe('Sum of both.'),
    prompt_tokens_details: tokenDetails.describe('Parts of the prompt, such as `cached_tokens`.'),
    completion_tokens_details: tokenDetails.describe('Parts of the answer, such as `reasoning_tokens`.'),
  })
  .meta({ id: 'Usage', description: 'Token usage of a request.' });

/** What every answer, and every piece of one, begins with. */
export const head = {
  id: z.string().describe('Id of the answer.'),
  created: z.number().describe('Unix time in seconds.'),
  model: z.string().describe('`{project}/{model}` that answered.'),
  session_id: z.guid().describe('Session of the request.'),
  system_fingerprint: z.string().optional().describe('Configuration of the server, as it names it.'),
  service_tier: z.string().optional().describe('Class of service of the provider.'),
};

/** Of a choice. */
export const completionId = z.string().describe('Id of the completion. Feedback names it.');

const logProb = z.object({
  token: z.string().describe('Text of the token.'),
  logprob: z.number().describe('Logarithm of its probability; -9999 for one that is almost 0.'),
  bytes: z.array(z.int()).nullable().describe('UTF-8 of the token; null if it is not known.'),
});

/** Log probabilities of a choice. */
export const logprobs = z
  .object({
    content: z
      .array(logProb.extend({ top_logprobs: z.array(logProb).describe('The likeliest tokens, the likeliest first.') }))
      .describe('The tokens of the text.'),
    refusal: z.null().describe('Always null.'),
  })
  .optional()
  .meta({ id: 'LogProbs', description: 'Log probabilities; only with the parameter `logprobs`.' });

const choice = z
  .object({
    index: count.describe('Index of the choice, from 0.'),
    message,
    logprobs,
    finish_reason: finishReason,
    completion_id: completionId,
    model: z.string().describe('`{project}/{model}` that answered.'),
  })
  .meta({ id: 'ChatChoice', description: 'One of the requested choices.' });

const delta = z
  .object({
    index: count.describe('Index of the choice, from 0.'),
    delta: messageDelta,
    logprobs,
    completion_id: completionId,
    finish_reason: finishReason,
  })
  .meta({ id: 'Delta', description: 'Next part of a choice.' });

const exampleHead = {
  id: 'chatcmpl-01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04',
  created: 1_769_860_800,
  model: 'demo/demo',
  session_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05',
};
const exampleChoice = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06';

/** Answer to a chat request that does not stream. */
export const chatResponseSchema = z
  .object({
    ...head,
    object: z.literal('chat.completion').describe('Always `chat.completion`.'),
    choices: z.array(choice),
    usage: usageSchema,
  })
  .meta({
    id: 'ChatResponse',
    description: 'Answer to a chat request without `stream`.',
    examples: [
      {
        ...exampleHead,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: { id: exampleChoice, role: 'assistant', content: 'Hello! How can I help?' },
            finish_reason: 'stop',
            completion_id: exampleChoice,
            model: 'demo/demo',
          },
        ],
        usage: { completion_tokens: 7, prompt_tokens: 9, total_tokens: 16 },
      },
    ],
  });

/** One event of the answer to a chat request that streams. */
export const chatResponseChunkSchema = z
  .object({
    ...head,
    object: z.literal('chat.completion.chunk').describe('Always `chat.completion.chunk`.'),
    choices: z.array(delta),
    usage: usageSchema.optional().describe('Only in an additional last chunk, with `stream_options.include_usage`.'),
  })
  .meta({
    id: 'ChatResponseChunk',
    description: 'One event of a streamed answer.',
    examples: [
      {
        ...exampleHead,
        object: 'chat.completion.chunk',
        choices: [
          {
            index: 0,
            delta: { id: exampleChoice, role: 'assistant', content: 'Hello' },
            completion_id: exampleChoice,
            finish_reason: null,
          },
        ],
      },
    ],
  });

/** Answer to a chat request that does not stream. */
export type ChatResponse = z.output<typeof chatResponseSchema>;

/** One event of the answer to a chat request that streams. */
export type ChatResponseChunk = z.output<typeof chatResponseChunkSchema>;
