import { z } from 'zod';
import { usageSchema } from './chat-response.js';

const embedding = z
  .object({
    object: z.literal('embedding').describe('Always `embedding`.'),
    index: z.int().min(0).describe('Index of the text, from 0.'),
    embedding: z.union([z.array(z.number()), z.string()]).describe('Vector, in the requested `encoding_format`.'),
  })
  .meta({ id: 'Embedding', description: 'The vector of one text.' });

/** Answer to `POST /api/v1/embeddings`: one vector for each text, in their order. */
export const embeddingsResponseSchema = z
  .object({
    object: z.literal('list').describe('Always `list`.'),
    model: z.string().describe('`{project}/{model}` that answered.'),
    data: z.array(embedding).describe('One vector for each text, in order.'),
    usage: usageSchema.describe('Tokens, as the provider counted them; `completion_tokens` is 0.'),
  })
  .meta({
    id: 'EmbeddingsResponse',
    description: 'Answer to a request for embeddings.',
    examples: [
      {
        object: 'list',
        model: 'demo/demo',
        data: [{ object: 'embedding', index: 0, embedding: [0.25, -0.5, 0.125] }],
        usage: { completion_tokens: 0, prompt_tokens: 5, total_tokens: 5 },
      },
    ],
  });

/** Answer to `POST /api/v1/embeddings`. */
export type EmbeddingsResponse = z.output<typeof embeddingsResponseSchema>;
