import { z } from 'zod';
import { usageSchema } from './chat-response.js';

const embedding = z
  .object({
    object: z.literal('embedding').describe('Always `embedding`.'),
    index: z.int().min(0).describe('Of the text, counts from 0.'),
    embedding: z.union([z.array(z.number()), z.string()]).describe('In the `encoding_format` asked for.'),
  })
  .meta({ id: 'Embedding', description: 'The vector of one text.' });

/** Answer to `POST /api/v1/embeddings`: one vector for each text, in their order. */
export const embeddingsResponseSchema = z
  .object({
    object: z.literal('list').describe('Always `list`.'),
    model: z.string().describe('`{project}/{model}` as resolved.'),
    data: z.array(embedding).describe('One for each text, in their order.'),
    usage: usageSchema.describe('As the provider counted; `completion_tokens` is 0.'),
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
