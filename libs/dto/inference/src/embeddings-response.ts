import { z } from 'zod';
import { usageSchema } from './chat-response.js';

/** Answer to `POST /api/v1/embeddings`: one vector for each text, in their order. */
export const embeddingsResponseSchema = z.object({
  object: z.literal('list'),
  model: z.string().describe('`{project}/{model}` as resolved.'),
  data: z.array(
    z.object({
      object: z.literal('embedding'),
      index: z.int().min(0),
      embedding: z.union([z.array(z.number()), z.string()]).describe('In the `encoding_format` asked for.'),
    }),
  ),
  usage: usageSchema.describe('As the provider counted; `completion_tokens` is 0.'),
});

/** Answer to `POST /api/v1/embeddings`. */
export type EmbeddingsResponse = z.output<typeof embeddingsResponseSchema>;
