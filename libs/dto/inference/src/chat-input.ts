import { isDeepStrictEqual } from 'node:util';
import { chatMessagesSchema, endUserSchema, idOrKeySchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { responseFormatSchema } from './response-format.js';
import { boundedParameters, parameterFields, tokens } from './provider-parameters.js';
import { toolFields } from './chat-tools.js';
import { fitsIn, int64Schema, modelNameSchema, serializedPythonSchema, stopText } from './request-fields.js';

/** Limits of the number of labels, and of the characters of one: far above what callers use. */
const maxLabels = 256;
const maxLabelLength = 8_192;
/** Limit of all labels, and of all tags, in bytes of JSON: small beside a record of a topic. */
const maxLabelsBytes = 128 * 1024;

/** Limit of all arguments of a system prompt, in bytes of JSON. */
const maxArgumentsBytes = 64 * 1024;

const stop = z
  .union([stopText, z.array(stopText).max(16)])
  .transform((given) => (typeof given === 'string' ? [given] : given))
  .describe('Sequences at which the answer stops, at most 16.');

/** Labels of an interaction. */
export const labelsSchema = z
  .record(z.string().max(maxLabelLength), z.string().max(maxLabelLength))
  .refine((given) => Object.keys(given).length <= maxLabels, `expected at most ${maxLabels} labels`)
  .refine(fitsIn(maxLabelsBytes), `expected labels of at most ${maxLabelsBytes} bytes in total`)
  .meta({ maxProperties: maxLabels });

/** Fields of {@link chatInputSchema}. */
export const chatFields = {
  messages: chatMessagesSchema,
  model: modelNameSchema,
  stop: stop.nullish(),
  max_tokens: tokens.nullish().describe("Maximum number of tokens of each choice. Default: the model's limit."),
  n: z
    .int()
    .min(0)
    .max(16)
    .nullish()
    .describe('Number of choices. Default: 1. With 0, only the tokens of the prompt are counted.'),
  max_ttft_ms: int64Schema
    .min(0)
    .nullish()
    .describe('Maximum time to the first token, in ms, before a 504. 0: no limit.'),
  temperature: z.number().min(0).max(2).nullish().describe("Sampling temperature. Default: the model's."),
  top_p: z
    .number()
    .gt(0)
    .max(1)
    .nullish()
    .describe("Nucleus sampling: probability mass of the tokens considered. Default: the model's."),
  stream: z.boolean().nullish().describe('True: the answer is a stream of ChatResponseChunk.'),
  stream_options: z
    .object({ include_usage: z.boolean().nullish().describe('True: the stream ends with a chunk that has `usage`.') })
    .meta({ id: 'StreamOptions', description: 'Options of a streamed answer.' })
    .nullish(),
  session_id: uuidSchema.nullish().describe('Session of the request. Default: a new session.'),
  user: endUserSchema
    .nullish()
    .describe('End user: a uuid, or any string. A string is stored in `labels.user` and mapped to a uuid.'),
  labels: labelsSchema.nullish().describe('Labels to find the interaction by.'),
  metadata: labelsSchema.nullish().describe('Alias of `labels`.'),
  tags: z
    .array(z.string().max(maxLabelLength))
    .max(maxLabels)
    .refine(fitsIn(maxLabelsBytes), `expected tags of at most ${maxLabelsBytes} bytes in total`)
    .nullish()
    .describe('Tags to find the interaction by.'),
  system_prompt_args: z
    .record(z.string(), z.unknown())
    .refine(fitsIn(maxArgumentsBytes), `expected arguments of at most ${maxArgumentsBytes} bytes in total`)
    .nullish()
    .describe('Variables for the template of the system prompt.'),
  store: z.boolean().nullish().describe('False: the interaction is not recorded. Default: true.'),
  response_format: responseFormatSchema.nullish(),
  ab_campaign: idOrKeySchema.nullish().describe('Id or key of the A/B campaign that chooses the model of the request.'),
  serialized_python: serializedPythonSchema,
  ...parameterFields,
  ...toolFields,
};

/** Body of `POST /api/v1/chat/completions`. Unknown fields are parameters for the provider. */
export const chatInputSchema = z
  .looseObject(chatFields)
  .superRefine(boundedParameters(chatFields))
  .superRefine(rejectContradictions)
  .meta({
    id: 'ChatInput',
    description: 'A chat request. Unknown fields are sent to the provider, or rejected with `unsupported_parameter`.',
    examples: [
      { model: 'demo', messages: [{ role: 'user', content: 'Hello!' }] },
      {
        model: 'support/large',
        messages: [
          { role: 'system', content: 'Answer in one sentence.' },
          { role: 'user', content: [{ type: 'text', text: 'Why is the sky blue?' }] },
        ],
        max_tokens: 100,
        temperature: 0.2,
        stream: true,
        stream_options: { include_usage: true },
        labels: { channel: 'web' },
      },
      {
        model: 'demo',
        messages: [{ role: 'user', content: 'Tell me about Rome, as JSON.' }],
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'place',
            schema: {
              type: 'object',
              properties: { city: { type: 'string' }, population: { type: 'integer', minimum: 0 } },
              required: ['city', 'population'],
              additionalProperties: false,
            },
          },
        },
      },
    ],
  });

/** Body of `POST /api/v1/chat/completions`. */
export type ChatInput = z.output<typeof chatInputSchema>;

/** Fields that a request can give in two ways, some under two names. */
interface DuplicateFields {
  readonly model: string;
  readonly ab_campaign?: string | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly labels?: Record<string, string> | null;
  readonly metadata?: Record<string, string> | null;
  readonly user?: string | null;
}

/** Raises an issue for each field that contradicts another field of the same meaning. */
export function rejectContradictions(input: DuplicateFields, context: z.core.$RefinementCtx): void {
  const contradicts = (field: string, other: string) =>
    context.addIssue({ code: 'custom', path: [field], message: `contradicts ${other}; send only one of the two` });
  if (differ(input.max_tokens, input.max_completion_tokens)) contradicts('max_completion_tokens', 'max_tokens');
  if (differ(input.labels, input.metadata)) contradicts('metadata', 'labels');
  // A campaign draws the model.
  if (input.ab_campaign && input.model.includes('/')) contradicts('ab_campaign', 'a model');
  // A user that is no uuid is stored as this label, so the request cannot set it to anything else.
  const label = (input.labels ?? input.metadata)?.['user'];
  if (input.user && !uuidSchema.safeParse(input.user).success && differ(input.user, label)) {
    contradicts('user', input.labels ? 'labels.user' : 'metadata.user');
  }
}

function differ(one: unknown, other: unknown): boolean {
  return (one ?? null) !== null && (other ?? null) !== null && !isDeepStrictEqual(one, other);
}
