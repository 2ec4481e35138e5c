import { z } from 'zod';
import { isPlainHttpUrl } from './request-fields.js';

const baseUrl = z
  .string()
  .max(2_048)
  .refine(
    (text) => isPlainHttpUrl(text, /[?#\\]/),
    'expected an http or https URL without user, password, query or fragment',
  )
  .describe(
    'Base URL of the API, for example `https://api.openai.com/v1`, or `https://api.anthropic.com/v1`. A network that is not public must be allowed by the installation, or the URL must come with an installation key.',
  );

const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'expected 1 to 4,096 visible ASCII characters')
  .describe('API key of the provider, write-only. null: none. Absent in a change: the stored key stays.');

const serverFields = {
  base_url: baseUrl,
  api_key: apiKey.nullable().optional(),
  model: z.string().min(1).max(256).describe('Name of the model at the provider.'),
};

const modelFile = z
  .string()
  .max(255)
  .regex(
    /^(?!.*\.\.)[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/,
    'expected a path inside the models folder: letters, digits, ".", "-", "_" and "/"',
  )
  .describe('GGUF file in the models directory of the inference service.');

/** Where a model runs, as a caller says it. */
export const providerSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('openai'), ...serverFields }).describe('Any OpenAI-compatible server.'),
    z
      .strictObject({ kind: z.literal('anthropic'), ...serverFields })
      .describe("Any server with Anthropic's interface."),
    z
      .strictObject({ kind: z.literal('llama'), model_file: modelFile })
      .describe('A model file that the installation runs itself.'),
    z
      .strictObject({ kind: z.literal('external') })
      .describe('A model outside the installation. It is never called and only named in imported interactions.'),
  ])
  .describe('Provider of the model.');

/** Where a model runs, as a caller says it. */
export type ProviderInput = z.output<typeof providerSchema>;
