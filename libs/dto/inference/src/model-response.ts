import { timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { capabilityNames } from './model.js';

const provider = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('openai'),
    base_url: z.string(),
    model: z.string(),
    has_api_key: z.boolean().describe('Whether an API key of the provider is kept; the key itself is never shown.'),
  }),
  z.object({ kind: z.literal('llama'), model_file: z.string() }),
  z.object({ kind: z.literal('external') }),
]);

/** A model as it is shown to those who may manage or read its project. */
export const modelSchema = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  project_id: z.uuid(),
  provider,
  default: z.boolean(),
  capabilities: z.array(z.enum(capabilityNames)),
  system_prompt: z.string().nullable(),
  parameters: z.object({
    temperature: z.number().optional(),
    top_p: z.number().optional(),
    max_tokens: z.int().optional(),
    stop: z.array(z.string()).optional(),
  }),
  fallback: z.array(z.string()),
  ...timestampFields,
});

/** A model as it is shown to those who may manage or read its project. */
export type ModelResponse = z.output<typeof modelSchema>;
