import { keySchema, nameSchema, promptSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { providerSchema } from './provider.js';
import { stopText } from './request-fields.js';

/** What a model may be able to do. */
export const capabilityNames = ['chat', 'embeddings', 'images', 'tools'] as const;

const capabilities = z
  .array(z.enum(capabilityNames))
  .transform((names) => capabilityNames.filter((name) => names.includes(name)))
  .describe('What the model can do.');

const parameters = z
  .strictObject({
    temperature: z.number().min(0).max(2).optional().describe('How much chance there is in the answer.'),
    top_p: z.number().gt(0).max(1).optional().describe('Share of the likeliest tokens that are drawn from.'),
    max_tokens: z.int().min(1).max(2_147_483_647).optional().describe('Most tokens of an answer.'),
    stop: z.array(stopText).max(16).optional().describe('Texts at which an answer ends.'),
  })
  .describe('Sampling parameters of requests that give none.');

const fallback = z
  .array(keySchema)
  .max(8)
  .refine((keys) => new Set(keys).size === keys.length, 'expected unique models')
  .meta({
    description: 'Keys of models of the project that answer, in this order, when this one can not.',
    uniqueItems: true,
  });

/** Body of `POST /api/v1/projects/{project}/models`. */
export const createModelSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Name for people; the key unless given.'),
    provider: providerSchema,
    default: z
      .boolean()
      .optional()
      .describe(
        'Answers for requests that name the project alone. The first model of a project is its default anyway.',
      ),
    capabilities: capabilities.optional().describe('`["chat"]` unless given; none for an external model.'),
    system_prompt: promptSchema.nullable().optional().describe("System prompt; null for the project's."),
    parameters: parameters.optional(),
    fallback: fallback.optional(),
  })
  .meta({
    id: 'CreateModel',
    description: 'A model to be made.',
    examples: [
      {
        key: 'large',
        provider: { kind: 'openai', base_url: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' },
        parameters: { temperature: 0.3 },
      },
      { key: 'demo', provider: { kind: 'llama', model_file: 'demo.gguf' } },
    ],
  });

/** Body of `PATCH /api/v1/projects/{project}/models/{model}`: what is left out stays as it is. */
export const updateModelSchema = createModelSchema.partial().meta({
  id: 'UpdateModel',
  description: 'What is to change of a model; what is left out stays as it is.',
  examples: [{ default: true }],
});

/** Body of `POST /api/v1/projects/{project}/models`. */
export type CreateModel = z.output<typeof createModelSchema>;

/** Body of `PATCH /api/v1/projects/{project}/models/{model}`. */
export type UpdateModel = z.output<typeof updateModelSchema>;
