import { z } from 'zod';

/** A count of tokens or choices. */
export const count = z.int().min(0).max(2_147_483_647);
/** Why a choice ended. */
export const finishReason = z
  .enum(['stop', 'length', 'tool_calls', 'content_filter', 'error'])
  .nullable()
  .describe('Why the choice ended; null while it goes on.');

const functionCall = z
  .object({
    id: z.string().describe('Identifies the call in its conversation.'),
    type: z.literal('function').describe('Always `function`.'),
    function: z
      .object({
        name: z.string().describe('The function.'),
        arguments: z.string().describe('As the model wrote them, usually a JSON object.'),
      })
      .describe('What is called, and with what.'),
  })
  .meta({ id: 'FunctionCall', description: "A call of one of the caller's own functions." });

const functionCallDelta = z
  .object({
    index: count.describe('Of the call, counts from 0.'),
    id: z.string().optional().describe('In the first piece of a call.'),
    type: z.literal('function').optional().describe('In the first piece of a call.'),
    function: z
      .object({
        name: z.string().optional().describe('In the first piece of a call.'),
        arguments: z.string().describe('What is new of them.'),
      })
      .describe('What is new of it.'),
  })
  .meta({ id: 'FunctionCallDelta', description: "What is new of a call of one of the caller's own functions." });

const said = {
  id: z.string().describe('The same as `completion_id`.'),
  role: z.string().describe('Always `assistant`.'),
  content: z.string().nullable().describe('The text; null where there are calls and no text.'),
};

const messageDelta = z
  .object({ ...said, tool_calls: z.array(functionCallDelta).optional().describe('What is new of calls.') })
  .meta({ id: 'ChatChoiceDelta', description: 'A piece of a message of the model.' });

const message = z
  .object({
    ...said,
    tool_calls: z.array(functionCall).optional().describe("Calls of the caller's own functions."),
  })
  .meta({ id: 'ChatChoiceMessage', description: 'A message of the model.' });

/** Tokens that a request took. */
export const usageSchema = z
  .object({
    completion_tokens: count.describe('Tokens of the answer.'),
    prompt_tokens: count.describe('Tokens of the conversation.'),
    total_tokens: count.describe('Both together.'),
  })
  .meta({ id: 'Usage', description: 'Tokens that a request took.' });

/** What every answer, and every piece of one, begins with. */
export const head = {
  id: z.string().describe('Identifies the answer.'),
  created: z.number().describe('Unix time in seconds.'),
  model: z.string().describe('`{project}/{model}` as resolved.'),
  session_id: z.guid().describe('The session that the request belongs to.'),
};

/** Of a choice. */
export const completionId = z.string().describe('Identifies the choice: what feedback is given about.');

const choice = z
  .object({
    index: count.describe('Counts from 0.'),
    message,
    finish_reason: finishReason,
    completion_id: completionId,
    model: z.string().describe('`{project}/{model}` that answered.'),
  })
  .meta({ id: 'ChatChoice', description: 'One of the answers that were asked for.' });

const delta = z
  .object({
    index: count.describe('Of the choice, counts from 0.'),
    delta: messageDelta,
    completion_id: completionId,
    finish_reason: finishReason,
  })
  .meta({ id: 'Delta', description: 'What is new of one of the answers since the chunk before.' });

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
    description: 'Answer to a chat request that does not stream.',
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
    usage: usageSchema
      .optional()
      .describe('In one more chunk at the end, when `stream_options.include_usage` asks for it.'),
  })
  .meta({
    id: 'ChatResponseChunk',
    description: 'One event of the answer to a chat request that streams.',
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
