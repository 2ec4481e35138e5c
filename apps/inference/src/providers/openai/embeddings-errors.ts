import { AppError, invalidRequest } from '@earshot/errors';
import type { ProviderEmbeddingRequest, ProviderEmbeddings } from '../model-provider.js';

/** Vectors of the length asked for can't be had. @param why a sentence */
function dimensionsNotSupported(why: string, details?: unknown): AppError {
  return invalidRequest('dimensions_not_supported', why, { param: 'dimensions', details });
}

/**
 * The vectors, if they have the length asked for. They are not shortened here: only of models trained for it does the beginning of a vector mean
 * something, and a server that knows its model to be one shortens them itself.
 *
 * @throws AppError `dimensions_not_supported`
 */
export function requireDimensions(
  embeddings: ProviderEmbeddings,
  { dimensions }: ProviderEmbeddingRequest,
): ProviderEmbeddings {
  const length = embeddings.vectors[0]?.length;
  if (dimensions === undefined || length === dimensions) return embeddings;
  throw dimensionsNotSupported(
    `The model gives vectors of ${length} numbers only. Leave 'dimensions' out, or choose another model.`,
  );
}

/** A refusal in the terms of a request for vectors; any other error as it is. */
export function toEmbeddingsError(error: unknown, { dimensions }: ProviderEmbeddingRequest): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details } = error;
  if (code === 'context_length_exceeded') {
    const why = "A text does not fit into the model's context.";
    return invalidRequest(code, `${why}${quoteOf(details)}`, { param: 'input', details });
  }
  if (code === 'provider_rejected' && dimensions !== undefined && /dimension/i.test(message))
    return dimensionsNotSupported(message, details);
  return error;
}

function quoteOf(details: unknown): string {
  const said = (details as { provider_message?: string } | undefined)?.provider_message;
  return said === undefined ? '' : ` The provider says: ${said}`;
}
