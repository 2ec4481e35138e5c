import { pageOf } from '@earshot/dto-common';
import { z } from 'zod';

/** Why an interaction ended. */
export const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled'] as const;

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().describe('The text.') }),
  z.object({
    type: z.literal('image_url'),
    image_url: z
      .union([
        z.string(),
        z.object({
          url: z.string().describe('Where the picture is.'),
          detail: z.string().describe('How closely the model was to look.'),
        }),
      ])
      .describe('Where the picture is: an https: URL, or an address of this installation.'),
  }),
]);

const functionCall = z
  .object({
    id: z.string().describe('Identifies the call in its conversation.'),
    type: z.literal('function'),
    function: z
      .object({
        name: z.string().describe('The function.'),
        arguments: z.string().describe('As the model wrote them, usually a JSON object.'),
      })
      .describe('What was called, and with what.'),
  })
  .meta({ id: 'RecordedFunctionCall', description: "A call of one of the caller's own functions." });

const calledTool = z
  .object({
    round: z.int().describe('Counts from 1: those of one round were made together.'),
    tool: z.string().describe('Key of the tool, as it was then.'),
    arguments: z.string().describe('As the model wrote them.'),
    result: z.string().nullable().describe('What the tool answered; null where it failed.'),
    error: z.string().nullable().describe('What the model was told instead; null where it did not fail.'),
    ms: z.number().describe('How long it took.'),
    cut: z.literal(true).optional().describe('true: not all of the texts is kept.'),
  })
  .meta({ id: 'CalledTool', description: "A call of one of the project's tools, made to come to an answer." });

const message = z
  .object({
    role: z.string().describe('Who spoke.'),
    content: z.union([z.string(), z.array(part)]).describe('A text; a list where there are pictures in it.'),
    name: z.string().optional().describe('Who of several of one role spoke.'),
    completion_id: z.guid().optional().describe('The completion that the message is, where it is one of ours.'),
    metadata: z.unknown().optional().describe("Anything of the caller's."),
    tool_calls: z.array(functionCall).optional().describe('The calls that an assistant made.'),
    tool_call_id: z.string().optional().describe('The call that a message of a tool answers.'),
  })
  .meta({ id: 'RecordedMessage', description: 'One message of a conversation, as it was sent.' });

const usage = z.object({
  prompt_tokens: z.int().describe('Of the messages.'),
  completion_tokens: z.int().describe('Of all choices.'),
  total_tokens: z.int().describe('Of both.'),
});
const timings = z.object({
  queue_ms: z.number().describe('From the gateway to the start of the generation.'),
  first_token_ms: z.number().nullable().describe('From there to the first token; null for none.'),
  total_ms: z.number().describe('From the start of the generation to its end.'),
});
const parameters = z.object({
  temperature: z.number().optional().describe('How much chance there was in it.'),
  top_p: z.number().optional().describe('Share of the likeliest tokens that were drawn from.'),
  max_tokens: z.int().optional().describe('Most tokens of a choice.'),
  stop: z.array(z.string()).optional().describe('Texts at which it was to end.'),
  response_format: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What it was to be written as; text unless given.'),
});

const shared = {
  completion_id: z.guid().describe('What feedback names.'),
  session_id: z.guid().describe('The session that it belongs to.'),
  project: z.string().describe('Key of the project.'),
  model: z.string().nullable().describe('`{project}/{model}` as it was then; null where none was named.'),
};
const rest = {
  tool_calls: z.array(functionCall).optional().describe("The calls of the caller's own functions that it ends with."),
  called_tools: z.array(calledTool).optional().describe("Calls of the project's tools that were made for it."),
  system_prompt: z.string().nullable().describe('What the model read before the messages, from its settings.'),
  finish_reason: z.enum(finishReasons).nullable().describe('Why it ended; null where that is not known.'),
  usage: usage.nullable().describe('Of the whole answer, all its choices together; null where that is not known.'),
  timings: timings.nullable().describe('How long it took; null where that is not known.'),
  parameters: parameters.describe('The sampling parameters that were used.'),
  user: z.guid().nullable().describe('The end user; null for nobody in particular.'),
  labels: z.record(z.string(), z.string()).describe('Names and values that it is found by.'),
  tags: z.array(z.string()).describe('Words that it is found by.'),
  ab_campaign: z.string().nullable().describe('The campaign that it was a part of; null for none.'),
  propensity: z.number().nullable().describe('Probability with which the request got its model.'),
  source: z.enum(['served', 'imported', 'comparison']).describe('Where it comes from.'),
  error: z
    .object({ code: z.string().describe('Its code.'), message: z.string().describe('What was wrong.') })
    .nullable()
    .describe('What ended it, where it was an error.'),
  created_at: z.iso.datetime().describe('When it took place, RFC 3339 in UTC.'),
};

const feedback = z
  .object({
    id: z.guid().describe('Of the feedback.'),
    metric: z.string().describe('Key of the metric.'),
    value: z.union([z.boolean(), z.number()]).describe('true or false, or a number, as the metric is.'),
    reason: z.string().nullable().describe('Why; null for no reason given.'),
    details: z.string().nullable().describe('What else is to be known; null for nothing.'),
    created_at: z.iso.datetime().describe('When it was said, RFC 3339 in UTC.'),
  })
  .meta({ id: 'RecordedFeedback', description: 'What was said about a completion.' });

const example = {
  completion_id: '0198c5a4-7d10-7000-8000-000000000007',
  session_id: '0198c5a4-7d10-7000-8000-000000000005',
  project: 'support',
  model: 'support/large',
  messages: [{ role: 'user', content: 'Why is the sky blue?' }],
  completion: 'Because of how air scatters light.',
  system_prompt: null,
  finish_reason: 'stop' as const,
  usage: { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 },
  timings: { queue_ms: 1.5, first_token_ms: 31, total_ms: 120 },
  parameters: { temperature: 0.2 },
  user: null,
  labels: { channel: 'web' },
  tags: [],
  ab_campaign: null,
  propensity: null,
  source: 'served' as const,
  error: null,
  created_at: '2026-01-02T03:04:05.678Z',
};

/** One completion on record, with the conversation that it answers and what was said about it. */
export const interactionSchema = z
  .object({
    ...shared,
    messages: z.array(message).describe('The conversation that it answers.'),
    completion: z.string().describe('What was answered.'),
    ...rest,
    feedback: z.array(feedback).describe('What was said about it, the oldest first; the first 1,000.'),
  })
  .meta({
    id: 'Interaction',
    description: 'One completion on record, with the conversation that it answers and what was said about it.',
    examples: [
      {
        ...example,
        feedback: [
          {
            id: '0198c5a4-7d10-7000-8000-00000000000a',
            metric: 'helpful',
            value: true,
            reason: null,
            details: null,
            created_at: '2026-01-02T03:05:00.000Z',
          },
        ],
      },
    ],
  });

/** One completion in a list. */
export const listedInteractionSchema = z
  .object({
    ...shared,
    messages: z.array(message).nullable().describe('null where they are too large for a list: read the one.'),
    completion: z.string().nullable().describe('null where it is too large for a list: read the one.'),
    ...rest,
  })
  .meta({ id: 'ListedInteraction', description: 'One completion on record, in a list.', examples: [example] });

/** One part of a list of interactions. */
export const interactionPageSchema = pageOf(listedInteractionSchema);

/** One completion on record. */
export type InteractionResponse = z.output<typeof interactionSchema>;

/** One completion in a list. */
export type ListedInteraction = z.output<typeof listedInteractionSchema>;
