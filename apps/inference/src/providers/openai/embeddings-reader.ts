import type { ProviderEmbeddingRequest, ProviderEmbeddings } from '../model-provider.js';
import { type Completion, isIndex, usageOf } from './completion-shapes.js';
import { JsonReader } from '../http/response-bodies.js';
import { providerFailed } from '../http/provider-errors.js';
import { AppError, invalidRequest } from '@earshot/errors';

/** Limit of an answer with vectors, in bytes: many times 32 vectors, also in decimals. */
const MAX_EMBEDDINGS_BYTES = 32 * 1024 * 1024;

/** Reads an answer with vectors: one event when it is complete. */
export class EmbeddingsReader extends JsonReader<ProviderEmbeddings> {
  /** @param count number of texts that were sent. @param apiKey redacted from errors. */
  constructor(
    private readonly count: number,
    apiKey?: string,
  ) {
    super(MAX_EMBEDDINGS_BYTES, apiKey);
  }

  protected take(answer: Pick<Completion, 'usage'> & { data?: unknown }, events: ProviderEmbeddings[]): void {
    events.push({ vectors: this.#vectorsOf(answer), promptTokens: usageOf(answer)?.promptTokens ?? null });
  }

  /** In the order of the texts, which the answer's own order need not be. */
  #vectorsOf({ data }: { data?: unknown }): Float32Array[] {
    if (!Array.isArray(data) || data.length !== this.count)
      throw providerFailed(`its answer does not have one vector for each of ${this.count} texts`);
    const vectors: Float32Array[] = [];
    for (const [position, entry] of (data as unknown[]).entries()) {
      const { index = position, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
      if (!isIndex(index, this.count) || vectors[index] !== undefined)
        throw providerFailed('the vectors of its answer are not numbered consecutively');
      vectors[index] = readVector(embedding);
    }
    if (vectors.some(({ length }) => length !== vectors[0]?.length))
      throw providerFailed('the vectors of its answer differ in length');
    return vectors;
  }
}

/** Numbers of one vector: many times those of any model in use. */
const MAX_DIMENSIONS = 65_536;

/** Parses a vector: float32, little-endian, in base64, or a list of numbers. @throws AppError `provider_failed` */
function readVector(written: unknown): Float32Array {
  const vector = typeof written === 'string' ? fromBase64(written) : fromList(written);
  if (vector === undefined)
    throw providerFailed('its answer has a vector that is neither base64 nor an array of numbers');
  if (vector.length === 0 || vector.length > MAX_DIMENSIONS)
    throw providerFailed(`its answer has a vector of ${vector.length} numbers`);
  if (!vector.every(Number.isFinite)) throw providerFailed('its answer has a vector with a number that is not finite');
  return vector;
}

function fromBase64(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  // The decoder skips invalid base64, which leaves too few bytes.
  const expectedBytes = Math.floor((text.replace(/=+$/, '').length * 3) / 4);
  if (bytes.length !== expectedBytes || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  const vector = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT);
  return vector;
}

function fromList(list: unknown): Float32Array | undefined {
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'number')) return undefined;
  return Float32Array.from(list);
}

/** Vectors of the length asked for can't be had. @param why a sentence */
function dimensionsNotSupported(why: string, details?: unknown): AppError {
  return invalidRequest('dimensions_not_supported', why, { param: 'dimensions', details });
}

/** Requires vectors of the requested length; never shortens them. @throws AppError `dimensions_not_supported` */
export function requireDimensions(
  embeddings: ProviderEmbeddings,
  { dimensions }: ProviderEmbeddingRequest,
): ProviderEmbeddings {
  const length = embeddings.vectors[0]?.length;
  if (dimensions === undefined || length === dimensions) return embeddings;
  throw dimensionsNotSupported(
    `The model only supports vectors of ${length} numbers. Omit 'dimensions', or use another model.`,
  );
}

/** A refusal in the terms of a request for vectors; any other error as it is. */
export function toEmbeddingsError(error: unknown, { dimensions }: ProviderEmbeddingRequest): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details } = error;
  if (code === 'context_length_exceeded') {
    const why = "A text exceeds the model's context.";
    return invalidRequest(code, `${why}${quoteOf(details)}`, { param: 'input', details });
  }
  if (code === 'provider_rejected' && dimensions !== undefined && /dimension/i.test(message))
    return dimensionsNotSupported(message, details);
  return error;
}

function quoteOf(details: unknown): string {
  const providerMessage = (details as { provider_message?: string } | undefined)?.provider_message;
  return providerMessage === undefined ? '' : ` The provider reported: ${providerMessage}`;
}
