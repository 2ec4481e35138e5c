import type { ProviderEmbeddingRequest } from '../model-provider.js';

/** The body of `POST /embeddings`. base64 is a quarter of the size of decimals, and exact; servers that don't know it answer with decimals. */
export function embeddingsBody(model: string, { input, dimensions, user }: ProviderEmbeddingRequest): string {
  return JSON.stringify({ model, input, encoding_format: 'base64', dimensions, user });
}
