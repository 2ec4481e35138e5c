import { z } from 'zod';

const baseUrl = z
  .string()
  .max(2_048)
  .refine(isPlainHttpUrl, 'expected an http or https URL without user, password, query or fragment')
  .describe(
    'Where the OpenAI-compatible interface begins, for example `https://api.openai.com/v1`. In a network that is not public only where the installation allows that network, or from a key of the installation.',
  );

const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'expected 1 to 4,096 visible ASCII characters')
  .describe("The provider's API key: write-only. Null for none; left out in a change: the one that is kept.");

const modelFile = z
  .string()
  .max(255)
  .regex(
    /^(?!.*\.\.)[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/,
    'expected a path inside the models folder: letters, digits, ".", "-", "_" and "/"',
  )
  .describe('GGUF file in the models folder of the inference service.');

/** Where a model runs, as a caller says it. */
export const providerSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('openai'),
        base_url: baseUrl,
        api_key: apiKey.nullable().optional(),
        model: z.string().min(1).max(256).describe("The model's name at the provider."),
      })
      .describe('Any OpenAI-compatible server.'),
    z.strictObject({ kind: z.literal('llama'), model_file: modelFile }).describe('A file that the installation runs.'),
    z.strictObject({ kind: z.literal('external') }).describe('Runs elsewhere: only named, never asked.'),
  ])
  .describe('Where the model runs.');

/** Where a model runs, as a caller says it. */
export type ProviderInput = z.output<typeof providerSchema>;

function isPlainHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(text) || /[?#\\]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === '' && url.password === '';
}
