import { pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { capabilityNames } from './model.js';

const provider = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('openai'),
      base_url: z.string().describe('Where the OpenAI-compatible interface begins.'),
      model: z.string().describe("The model's name at the provider."),
      has_api_key: z.boolean().describe('Whether an API key of the provider is kept; the key itself is never shown.'),
      base_url_trusted: z
        .boolean()
        .describe('Whether a key of the installation gave `base_url`: it may then be in any network.'),
    }),
    z.object({ kind: z.literal('llama'), model_file: z.string().describe('GGUF file in the models folder.') }),
    z.object({ kind: z.literal('external') }),
  ])
  .describe('Where the model runs.');

/** A model as it is shown to those who may manage or read its project. */
export const modelSchema = z
  .object({
    id: z.uuid().describe('Identifier, given by the installation.'),
    key: z.string().describe('Short name in addresses, unique in its project.'),
    name: z.string().describe('Name for people.'),
    project_id: z.uuid().describe('The project that the model belongs to.'),
    provider,
    default: z.boolean().describe('Whether it answers for requests that name the project alone.'),
    capabilities: z.array(z.enum(capabilityNames)).describe('What the model can do.'),
    system_prompt: z.string().nullable().describe("System prompt; null for the project's."),
    parameters: z
      .object({
        temperature: z.number().optional().describe('How much chance there is in the answer.'),
        top_p: z.number().optional().describe('Share of the likeliest tokens that are drawn from.'),
        max_tokens: z.int().optional().describe('Most tokens of an answer.'),
        stop: z.array(z.string()).optional().describe('Texts at which an answer ends.'),
      })
      .describe('Sampling parameters of requests that give none.'),
    fallback: z.array(z.string()).describe('Keys of the models that answer, in this order, when this one can not.'),
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
