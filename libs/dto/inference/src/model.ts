import { keySchema, nameSchema, pageOf, promptSchema, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { providerSchema } from './provider.js';
import { stopText } from './request-fields.js';

const capabilityNames = ['chat', 'embeddings', 'images', 'tools'] as const;

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

const provider = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['openai', 'anthropic']).describe('Interface of the server.'),
      base_url: z.string().describe('Base URL of the API.'),
      model: z.string().describe('Name of the model at the provider.'),
      has_api_key: z.boolean().describe('True if an API key of the provider is stored. The key itself is never shown.'),
      base_url_trusted: z
        .boolean()
        .describe('True if an installation key set `base_url`. It may then be in any network.'),
    }),
    z.object({ kind: z.literal('llama'), model_file: z.string().describe('GGUF file in the models directory.') }),
    z.object({ kind: z.literal('external') }),
  ])
  .describe('Provider of the model.');

/** A model as it is shown to those who may manage or read its project. */
export const modelSchema = z
  .object({
    id: z.uuid().describe('Id, created by the installation.'),
    key: z.string().describe('Short name for URLs, unique in its project.'),
    name: z.string().describe('Display name.'),
    project_id: z.uuid().describe('Project of the model.'),
    provider,
    default: z.boolean().describe('True for the default model: it answers requests that name only the project.'),
    capabilities: z.array(z.enum(capabilityNames)).describe('Capabilities of the model.'),
    system_prompt: z.string().nullable().describe("System prompt; null for the project's system prompt."),
    parameters: z
      .object({
        temperature: z.number().optional().describe('Sampling temperature.'),
        top_p: z.number().optional().describe('Nucleus sampling: probability mass of the tokens considered.'),
        max_tokens: z.int().optional().describe('Maximum number of tokens of an answer.'),
        stop: z.array(z.string()).optional().describe('Sequences at which an answer stops.'),
      })
      .describe('Default sampling parameters of requests.'),
    fallback: z.array(z.string()).describe('Keys of the fallback models, in order.'),
    ...timestampFields,
  })
  .meta({
    id: 'Model',
    description: 'A model of a project.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e03',
        key: 'large',
        name: 'large',
        project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        provider: {
          kind: 'openai',
          base_url: 'http://127.0.0.1:11434/v1',
          model: 'qwen3:8b',
          has_api_key: false,
          base_url_trusted: true,
        },
        default: true,
        capabilities: ['chat'],
        system_prompt: null,
        parameters: { temperature: 0.3 },
        fallback: [],
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/models`. */
export const modelPageSchema = pageOf(modelSchema);

/** A model as it is shown to those who may manage or read its project. */
export type ModelResponse = z.output<typeof modelSchema>;
