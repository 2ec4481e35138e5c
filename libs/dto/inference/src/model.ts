import { keySchema, nameSchema, promptSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { providerSchema } from './provider.js';
import { stopText } from './request-fields.js';

/** What a model may be able to do. */
export const capabilityNames = ['chat', 'embeddings', 'images', 'tools'] as const;

const capabilities = z
  .array(z.enum(capabilityNames))
  .transform((names) => capabilityNames.filter((name) => names.includes(name)))
  .describe('Capabilities of the model.');

const parameters = z
  .strictObject({
    temperature: z.number().min(0).max(2).optional().describe('Sampling temperature.'),
    top_p: z.number().gt(0).max(1).optional().describe('Nucleus sampling: probability mass of the tokens considered.'),
    max_tokens: z.int().min(1).max(2_147_483_647).optional().describe('Maximum number of tokens of an answer.'),
    stop: z.array(stopText).max(16).optional().describe('Sequences at which an answer stops.'),
  })
  .describe('Default sampling parameters of requests.');

const fallback = z
  .array(keySchema)
  .max(8)
  .refine((keys) => new Set(keys).size === keys.length, 'expected unique models')
  .meta({
    description: 'Keys of fallback models of the project, in order.',
    uniqueItems: true,
  });

/** Body of `POST /api/v1/projects/{project}/models`. */
export const createModelSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Display name. Default: the key.'),
    provider: providerSchema,
    default: z
      .boolean()
      .optional()
      .describe(
        'True: the model answers requests that name only the project. The first model of a project always becomes its default.',
      ),
    capabilities: capabilities.optional().describe('Default: `["chat"]`; none for an external model.'),
    system_prompt: promptSchema.nullable().optional().describe("System prompt; null for the project's system prompt."),
    parameters: parameters.optional(),
    fallback: fallback.optional(),
  })
  .meta({
    id: 'CreateModel',
    description: 'A new model.',
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
  description: 'Changes of a model. Absent fields stay unchanged.',
  examples: [{ default: true }],
});

/** Body of `POST /api/v1/projects/{project}/models`. */
export type CreateModel = z.output<typeof createModelSchema>;

/** Body of `PATCH /api/v1/projects/{project}/models/{model}`. */
export type UpdateModel = z.output<typeof updateModelSchema>;
