import type { EmbedChunk } from '@earshot/contracts-inference';
import type { ProviderEmbeddings } from '../providers/model-provider.js';
import { answerTooLarge } from './embeddings.errors.js';

/** Bytes of one chunk: below the lane's 256 Ki characters in base64; a multiple of 3 (base64) and 4 (float32). */
const chunkBytes = 126 * 1024;

/** Bytes of the vectors of a request: in base64 below the 1,024 Ki characters that a lane can resend (32 × 5,760). */
const maxBytes = 720 * 1024;

/** What the first chunk says besides the vectors. */
interface About {
  /** `{project}/{model}` */
  readonly model: string;
  /** Names of parameters that the provider does not support. */
  readonly dropped: string[];
}

/** Splits vectors into chunks for the lane. @throws AppError `answer_too_large` */
export function vectorChunks({ vectors, promptTokens }: ProviderEmbeddings, { model, dropped }: About): EmbedChunk[] {
  const dimensions = vectors[0]?.length ?? 0;
  const vectorBytes = dimensions * Float32Array.BYTES_PER_ELEMENT;
  if (vectors.length * vectorBytes > maxBytes) throw answerTooLarge(dimensions, Math.floor(maxBytes / vectorBytes));
  const bytes = Buffer.concat(vectors.map(littleEndian));
  const head = {
    model,
    dimensions,
    prompt_tokens: promptTokens ?? 0,
    ...(dropped.length > 0 && { dropped_params: dropped }),
  };
  const chunks: EmbedChunk[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const piece = bytes.toString('base64', at, Math.min(at + chunkBytes, bytes.length));
    chunks.push({ ...(at === 0 && { head }), bytes: piece });
  }
  return chunks;
}

function littleEndian(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(vector.byteLength);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * Float32Array.BYTES_PER_ELEMENT);
  return bytes;
}
