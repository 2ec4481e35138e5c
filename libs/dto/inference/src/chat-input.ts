import { isDeepStrictEqual } from 'node:util';
import { chatMessagesSchema, idOrKeySchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { responseFormatSchema } from './response-format.js';
import { toolFields } from './chat-tools.js';
import { int64Schema, modelNameSchema, serializedPythonSchema, stopText, userSchema } from './request-fields.js';

const maxInt32 = 2_147_483_647;

/** Far more than anybody labels by. */
const maxLabels = 256;
const maxLabelLength = 8_192;
/** Of all labels, and of all tags, in JSON: small beside a record of a topic, which can hold nothing else of their size. */
const maxLabelsBytes = 128 * 1024;

/** Of all arguments of a system prompt, in JSON: the prompt that they make is no longer. */
const maxArgumentsBytes = 64 * 1024;

const stop = z
  .union([stopText, z.array(stopText).max(16)])
  .transform((given) => (typeof given === 'string' ? [given] : given))
  .describe('Texts at which the answer ends, 16 at most.');

const tokens = z.int().min(0).max(maxInt32);

const labels = z
  .record(z.string().max(maxLabelLength), z.string().max(maxLabelLength))
  .refine((given) => Object.keys(given).length <= maxLabels, `expected at most ${maxLabels} labels`)
  .refine(fitsIn(maxLabelsBytes), `expected labels of at most ${maxLabelsBytes} bytes in total`)
  .meta({ maxProperties: maxLabels });

/**
 * Body of `POST /api/v1/chat/completions` (interface, sections 2 and 3). Fields that it does not name are ignored: clients send those of
 * newer revisions.
 */
export const chatInputSchema = z
  .object({
    messages: chatMessagesSchema,
    model: modelNameSchema,
    stop: stop.nullish(),
    max_tokens: tokens.nullish().describe("Most tokens of each choice; the model's own limit unless given."),
    max_completion_tokens: tokens.nullish().describe('Another name of `max_tokens`.'),
    n: z
      .int()
      .min(0)
      .max(16)
      .nullish()
      .describe('Number of choices, 1 unless given. 0: the prompt is counted, and nothing else.'),
    max_ttft_ms: int64Schema
      .min(0)
      .nullish()
      .describe('How long the first token may take, in ms; after that the answer is a 504. 0 is no limit.'),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .nullish()
      .describe("How much chance there is in the answer; the model's own unless given."),
    top_p: z
      .number()
      .gt(0)
      .max(1)
      .nullish()
      .describe("Share of the likeliest tokens that are drawn from; the model's own unless given."),
    stream: z.boolean().nullish().describe('true: the answer is a stream of ChatResponseChunk.'),
    stream_options: z
      .object({ include_usage: z.boolean().nullish().describe('true: one more chunk at the end with the usage.') })
      .meta({ id: 'StreamOptions', description: 'How an answer is streamed.' })
      .nullish(),
    session_id: uuidSchema.nullish().describe('The session that the request belongs to; a new one unless given.'),
    user: userSchema
      .nullish()
      .describe('The end user: a uuid, or any text, which is kept in `labels.user` and stands for a uuid of its own.'),
    labels: labels.nullish().describe('What the interaction is to be found by: names and values.'),
    metadata: labels.nullish().describe('Another name of `labels`.'),
    tags: z
      .array(z.string().max(maxLabelLength))
      .max(maxLabels)
      .refine(fitsIn(maxLabelsBytes), `expected tags of at most ${maxLabelsBytes} bytes in total`)
      .nullish()
      .describe('What the interaction is to be found by: words.'),
    system_prompt_args: z
      .record(z.string(), z.unknown())
      .refine(fitsIn(maxArgumentsBytes), `expected arguments of at most ${maxArgumentsBytes} bytes in total`)
      .nullish()
      .describe('What the template of the system prompt is filled in with, by name.'),
    store: z.boolean().nullish().describe('false: nothing of it is recorded. true unless given.'),
    response_format: responseFormatSchema.nullish(),
    ab_campaign: idOrKeySchema
      .nullish()
      .describe('Id or key of the A/B campaign that the request is to be a part of, which then draws its model.'),
    serialized_python: serializedPythonSchema,
    ...toolFields,
  })
  .superRefine(refuseContradictions)
  .meta({
    id: 'ChatInput',
    description: 'A conversation to be answered. Fields that are not named here are ignored.',
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

/** What may be said in two ways, and is said in both. */
interface SaidTwice {
  readonly model: string;
  readonly ab_campaign?: string | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly labels?: Record<string, string> | null;
  readonly metadata?: Record<string, string> | null;
  readonly user?: string | null;
}

/** Raises an issue for each field that says something else than the other field of the same meaning. */
export function refuseContradictions(input: SaidTwice, context: z.core.$RefinementCtx): void {
  const contradicts = (field: string, other: string) =>
    context.addIssue({ code: 'custom', path: [field], message: `contradicts ${other}; send only one of the two` });
  if (differ(input.max_tokens, input.max_completion_tokens)) contradicts('max_completion_tokens', 'max_tokens');
  if (differ(input.labels, input.metadata)) contradicts('metadata', 'labels');
  // A campaign draws the model.
  if (input.ab_campaign && input.model.includes('/')) contradicts('ab_campaign', 'a model');
  // A user that is no uuid is kept as a label of this name, in whose place no other may stand.
  const label = (input.labels ?? input.metadata)?.['user'];
  if (input.user && !uuidSchema.safeParse(input.user).success && differ(input.user, label)) {
    contradicts('user', input.labels ? 'labels.user' : 'metadata.user');
  }
}

/** Whether something has at most so many bytes in JSON. */
function fitsIn(maxBytes: number): (given: object) => boolean {
  return (given) => Buffer.byteLength(JSON.stringify(given)) <= maxBytes;
}

function differ(one: unknown, other: unknown): boolean {
  return (one ?? null) !== null && (other ?? null) !== null && !isDeepStrictEqual(one, other);
}
