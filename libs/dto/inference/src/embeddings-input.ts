import { endUserSchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { boundedParameters, dropParams } from './provider-parameters.js';
import { modelNameSchema } from './request-fields.js';

/** Entries of one request, as in the OpenAI interface. */
const maxEntries = 2_048;

/** Tokens of one entry; more than any model takes. */
const maxTokens = 131_072;

const text = z.string().min(1);
const tokenIds = z.array(z.int().min(0).max(2_147_483_647)).min(1).max(maxTokens);

/** Checks a list before its entries, because each wrong one would be an issue. A list of token ids is one entry. */
function listEntries(input: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(input)) return input;
  const entries: readonly unknown[] = typeof input[0] === 'number' ? [input] : input;
  if (entries.length <= maxEntries) return entries;
  context.addIssue({ code: 'custom', message: `expected at most ${maxEntries} entries, got ${input.length}` });
  return z.NEVER;
}

function isOfOneKind(input: string | readonly unknown[]): boolean {
  return typeof input === 'string' || input.every((entry) => typeof entry === typeof input[0]);
}

const encodingFormat = z
  .enum(['float', 'Float', 'base64', 'Base64'])
  .transform((format) => format.toLowerCase() as 'float' | 'base64')
  .describe('`float`: arrays of numbers. `base64`: float32, little-endian, in base64. Default: `float`.');

/** Fields of {@link embeddingsInputSchema}. */
export const embeddingFields = {
  input: z
    .preprocess(listEntries, z.union([text, z.array(z.union([text, tokenIds])).min(1)]))
    .nonoptional()
    .refine(isOfOneKind, 'expected strings or arrays of token ids, not both')
    .transform((input) => input as string | string[] | number[][])
    .describe(
      `A string, or an array of up to ${maxEntries} strings; or token ids of the model, an array or up to ` +
        `${maxEntries} arrays. None may be empty.`,
    ),
  model: modelNameSchema,
  encoding_format: encodingFormat.nullish(),
  dimensions: z
    .int32()
    .min(1)
    .nullish()
    .describe("Length of the vectors, if the model can shorten them. Default: the model's."),
  user: endUserSchema.nullish().describe('End user: a uuid, or any string, which is mapped to a uuid.'),
  session_id: uuidSchema.nullish().describe('Accepted and ignored: embeddings are not recorded.'),
  drop_params: dropParams,
};

/** Body of `POST /api/v1/embeddings`. Unknown fields are parameters for the provider. */
export const embeddingsInputSchema = z
  .looseObject(embeddingFields)
  .superRefine(boundedParameters(embeddingFields))
  .meta({
    id: 'EmbeddingsInput',
    description:
      'An embeddings request. Unknown fields are sent to the provider, or rejected with `unsupported_parameter`.',
    examples: [
      { model: 'demo', input: 'The sky is blue.' },
      { model: 'support/small', input: ['The sky is blue.', 'Snow is white.'], encoding_format: 'base64' },
    ],
  });

/** Body of `POST /api/v1/embeddings`. */
export type EmbeddingsInput = z.output<typeof embeddingsInputSchema>;
