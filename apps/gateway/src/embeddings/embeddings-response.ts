import { Readable } from 'node:stream';
import type { EmbedChunk } from '@earshot/contracts-inference';
import type { EmbeddingsInput } from '@earshot/dto-inference';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { listDroppedParams } from '../http/dropped-params.js';
import { follow } from '../http/follow.js';

const bytesPerNumber = Float32Array.BYTES_PER_ELEMENT;

const encodings: Record<'float' | 'base64', (vector: Buffer) => string> = {
  base64: (vector) => `"${vector.toString('base64')}"`,
  float: (vector) => JSON.stringify(numbersOf(vector)),
};

/** Vectors of one batch of texts. */
export interface BatchVectors {
  readonly head: NonNullable<EmbedChunk['head']>;
  /** One vector after the other, float32, little-endian. */
  readonly bytes: Buffer;
}

/**
 * Joins the chunks of a batch.
 * @throws Error unless they hold one whole vector for each text: a fault of the worker.
 */
export function joinChunks(chunks: readonly EmbedChunk[], texts: number): BatchVectors {
  const head = chunks[0]?.head;
  const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.bytes, 'base64')));
  if (head === undefined || bytes.length !== texts * head.dimensions * bytesPerNumber) {
    throw new Error(`The answer does not have one whole vector for each of ${texts} texts.`);
  }
  return { head, bytes };
}

/**
 * Serializes the response vector by vector, because 2,048 long vectors in decimals exceed the longest string of
 * JavaScript.
 *
 * @param batches all texts in order; at least one batch.
 */
export function* responseBody(
  batches: readonly BatchVectors[],
  format: EmbeddingsInput['encoding_format'],
): Generator<string, void, void> {
  const encode = encodings[format ?? 'float'];
  yield `{"object":"list","model":${JSON.stringify(batches[0]?.head.model)},"data":[`;
  let index = 0;
  for (const { head, bytes } of batches) {
    const length = head.dimensions * bytesPerNumber;
    for (let at = 0; at < bytes.length; at += length, index += 1) {
      const vector = encode(bytes.subarray(at, at + length));
      yield `${index === 0 ? '' : ','}{"object":"embedding","index":${index},"embedding":${vector}}`;
    }
  }
  const prompt_tokens = batches.reduce((sum, { head }) => sum + head.prompt_tokens, 0);
  yield `],"usage":${JSON.stringify({ prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens })}}`;
}

/** Sends the vectors once all are there. Rejects with an earlier error; a client that disconnects cancels the work. */
export async function sendVectors(
  reply: FastifyReply,
  vectors: Observable<BatchVectors[]>,
  format: EmbeddingsInput['encoding_format'],
): Promise<void> {
  await follow(reply, vectors, (batches) => {
    listDroppedParams(reply, batches[0]?.head.dropped_params);
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(Readable.from(responseBody(batches, format)));
  });
}

function numbersOf(vector: Buffer): number[] {
  return Array.from({ length: vector.length / bytesPerNumber }, (_, at) => vector.readFloatLE(at * bytesPerNumber));
}
