import type { EmbedChunk } from '@earshot/contracts-inference';

const bytesPerNumber = Float32Array.BYTES_PER_ELEMENT;

/** Vectors of one part of a request, whole. */
export interface PartVectors {
  readonly head: NonNullable<EmbedChunk['head']>;
  /** Those of the part's texts one after the other, float32, little-endian. */
  readonly bytes: Buffer;
}

/**
 * Puts the pieces of a part's vectors together.
 *
 * @param texts how many the part has.
 * @throws Error where something of the answer never came, or more than was asked for: a fault of the worker.
 */
export function joinChunks(chunks: readonly EmbedChunk[], texts: number): PartVectors {
  const head = chunks[0]?.head;
  const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.bytes, 'base64')));
  if (head === undefined || bytes.length !== texts * head.dimensions * bytesPerNumber) {
    throw new Error(`The answer has not one whole vector for each of ${texts} texts.`);
  }
  return { head, bytes };
}

/** Each of the vectors as it lies in the bytes. */
export function* vectorsOf({ head, bytes }: PartVectors): Generator<Buffer, void, void> {
  const length = head.dimensions * bytesPerNumber;
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
