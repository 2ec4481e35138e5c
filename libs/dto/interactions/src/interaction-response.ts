import { pageOf } from '@earshot/dto-common';
import { z } from 'zod';

/** Why an interaction ended. */
export const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled'] as const;

const part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string().describe('Text.') }),
  z.looseObject({
    type: z.literal('image_url'),
    image_url: z
      .union([
        z.string(),
        z.object({
          url: z.string().describe('Address of the image.'),
          detail: z.string().describe('Level of detail.'),
        }),
      ])
      .describe('Address of the image: an https: URL, or an address of this installation.'),
  }),
]);

const functionCall = z
  .object({
    id: z.string().describe('Id of the call in its conversation.'),
    type: z.literal('function'),
    function: z
      .object({
        name: z.string().describe('Name of the function.'),
        arguments: z.string().describe('Arguments as the model wrote them, usually a JSON object.'),
      })
      .describe('Called function and its arguments.'),
  })
  .meta({ id: 'RecordedFunctionCall', description: "A call of one of the caller's functions." });

const calledTool = z
  .object({
    round: z.int().describe('Round of the call, from 1. Calls of one round were made together.'),
    tool: z.string().describe('Key of the tool at that time.'),
    arguments: z.string().describe('Arguments as the model wrote them.'),
    result: z.string().nullable().describe('Result of the tool; null if it failed.'),
    error: z.string().nullable().describe('Error that the model got instead; null if it succeeded.'),
    ms: z.number().describe('Duration of the call.'),
    cut: z.literal(true).optional().describe('True if texts were shortened.'),
  })
  .meta({ id: 'CalledTool', description: "A call of one of the project's tools." });

const message = z
  .looseObject({
    role: z.string().describe('Role of the author.'),
    content: z.union([z.string(), z.array(part)]).describe('A string, or an array of parts if there are images.'),
    name: z.string().optional().describe('Name of the author.'),
    completion_id: z.guid().optional().describe('Id of the completion that the message repeats, if it is one.'),
    metadata: z.unknown().optional().describe('Any JSON object of the caller.'),
    tool_calls: z.array(functionCall).optional().describe('Function calls of the assistant.'),
    tool_call_id: z.string().optional().describe('Id of the call that a tool message answers.'),
  })
  .meta({
    id: 'RecordedMessage',
    description: 'One message of a conversation, as sent, with fields that only the provider reads.',
  });

const usage = z.object({
  prompt_tokens: z.int().describe('Tokens of the messages.'),
  completion_tokens: z.int().describe('Tokens of all choices.'),
  total_tokens: z.int().describe('Sum of both.'),
  prompt_tokens_details: z.record(z.string(), z.int()).optional().describe('Parts of the prompt, by name.'),
  completion_tokens_details: z.record(z.string(), z.int()).optional().describe('Parts of the answer, by name.'),
});
const timings = z.object({
  queue_ms: z.number().describe('Time from the gateway to the start of the generation.'),
  first_token_ms: z.number().nullable().describe('Time from there to the first token; null without a token.'),
  total_ms: z.number().describe('Time from the start of the generation to its end.'),
});
const parameters = z.looseObject({
  temperature: z.number().optional().describe('Sampling temperature.'),
  top_p: z.number().optional().describe('Nucleus sampling: probability mass of the tokens considered.'),
  max_tokens: z.int().optional().describe('Maximum number of tokens of a choice.'),
  stop: z.array(z.string()).optional().describe('Sequences at which the answer stops.'),
  response_format: z.record(z.string(), z.unknown()).optional().describe('Format of the answer. Default: text.'),
});

const shared = {
  completion_id: z.guid().describe('Id of the completion. Feedback names it.'),
  session_id: z.guid().describe('Session of the interaction.'),
  project: z.string().describe('Key of the project.'),
  model: z.string().nullable().describe('`{project}/{model}` at that time; null if none was named.'),
};
const rest = {
  reasoning: z.string().optional().describe('What the model wrote before the answer; absent for nothing.'),
  refusal: z.string().optional().describe('What the model wrote in place of an answer; absent for nothing.'),
  tool_calls: z.array(functionCall).optional().describe("Calls of the caller's functions at the end of the answer."),
  called_tools: z.array(calledTool).optional().describe("Calls of the project's tools during the answer."),
  system_prompt: z.string().nullable().describe('System prompt of the model.'),
  finish_reason: z.enum(finishReasons).nullable().describe('Why the answer ended; null if unknown.'),
  usage: usage.nullable().describe('Token usage of all choices together; null if unknown.'),
  timings: timings.nullable().describe('Durations; null if unknown.'),
  parameters: parameters.describe('Parameters of the request, also those that only the provider acts on.'),
  dropped_params: z
    .array(z.string())
    .optional()
    .describe('Parameters that the provider does not support, dropped because of `drop_params`.'),
  user: z.guid().nullable().describe('Id of the end user; null without one.'),
  labels: z.record(z.string(), z.string()).describe('Labels of the interaction.'),
  tags: z.array(z.string()).describe('Tags of the interaction.'),
  ab_campaign: z.string().nullable().describe('A/B campaign of the interaction; null without one.'),
  propensity: z.number().nullable().describe('Probability with which the request was assigned its model.'),
  source: z.enum(['served', 'imported', 'comparison']).describe('Origin of the interaction.'),
  error: z
    .object({ code: z.string().describe('Error code.'), message: z.string().describe('Error message.') })
    .nullable()
    .describe('Error that ended the answer, if any.'),
  created_at: z.iso.datetime().describe('Time of the interaction, RFC 3339 in UTC.'),
};

const feedback = z
  .object({
    id: z.guid().describe('Id of the feedback.'),
    metric: z.string().describe('Key of the metric.'),
    value: z.union([z.boolean(), z.number()]).describe('true or false, or a number, by the kind of the metric.'),
    reason: z.string().nullable().describe('Comment of the user; null without one.'),
    details: z.string().nullable().describe('Further details; null without any.'),
    created_at: z.iso.datetime().describe('Time of the feedback, RFC 3339 in UTC.'),
  })
  .meta({ id: 'RecordedFeedback', description: 'Feedback on a completion.' });

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

/** One completion on record, with the conversation that it answers and its feedback. */
export const interactionSchema = z
  .object({
    ...shared,
    messages: z.array(message).describe('Conversation that the completion answers.'),
    completion: z.string().describe('Text of the answer.'),
    ...rest,
    feedback: z.array(feedback).describe('Feedback, oldest first; at most the first 1,000.'),
  })
  .meta({
    id: 'Interaction',
    description: 'A recorded completion with its conversation and feedback.',
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
    messages: z.array(message).nullable().describe('null if too large for a list; get the interaction by its id.'),
    completion: z.string().nullable().describe('null if too large for a list; get the interaction by its id.'),
    ...rest,
  })
  .meta({ id: 'ListedInteraction', description: 'A recorded completion in a list.', examples: [example] });

/** One part of a list of interactions. */
export const interactionPageSchema = pageOf(listedInteractionSchema);

/** One completion on record. */
export type InteractionResponse = z.output<typeof interactionSchema>;

/** One completion in a list. */
export type ListedInteraction = z.output<typeof listedInteractionSchema>;
