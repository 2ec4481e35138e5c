import { endUserSchema } from '@earshot/dto-common';
import { uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { modelNameSchema } from './request-fields.js';

/** Texts of one request, as in the OpenAI interface. */
const maxTexts = 2_048;

const text = z.string().min(1);

/** Checks a list before its entries: each wrong one would be an issue. Token ids belong to one model's tokenizer. */
function requireTexts(input: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(input)) return input;
  const first: unknown = input[0];
  const addIssue = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (input.length > maxTexts) return addIssue(`expected at most ${maxTexts} texts, got ${input.length}`);
  if (typeof first === 'number' || Array.isArray(first))
    return addIssue('expected strings; token ids are not supported');
  return input;
}

const encodingFormat = z
  .enum(['float', 'Float', 'base64', 'Base64'])
  .transform((format) => format.toLowerCase() as 'float' | 'base64')
  .describe('`float`: arrays of numbers. `base64`: float32, little-endian, in base64. Default: `float`.');

/** Body of `POST /api/v1/embeddings`. Unknown fields are ignored. */
export const embeddingsInputSchema = z
  .object({
    input: z
      .preprocess(requireTexts, z.union([text, z.array(text).min(1).max(maxTexts)]))
      .describe(`A string, or an array of up to ${maxTexts} strings. None may be empty.`),
    model: modelNameSchema,
    encoding_format: encodingFormat.nullish(),
    dimensions: z
      .int32()
      .min(1)
      .nullish()
      .describe("Length of the vectors, if the model can shorten them. Default: the model's."),
    user: endUserSchema.nullish().describe('End user: a uuid, or any string, which is mapped to a uuid.'),
    session_id: uuidSchema.nullish().describe('Accepted and ignored: embeddings are not recorded.'),
  })
  .meta({
    id: 'EmbeddingsInput',
    description: 'An embeddings request. Unknown fields are ignored.',
    examples: [
      { model: 'demo', input: 'The sky is blue.' },
      { model: 'support/small', input: ['The sky is blue.', 'Snow is white.'], encoding_format: 'base64' },
    ],
  });

/** Body of `POST /api/v1/embeddings`. */
export type EmbeddingsInput = z.output<typeof embeddingsInputSchema>;
