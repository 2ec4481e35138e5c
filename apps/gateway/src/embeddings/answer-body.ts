import type { EmbeddingsInput } from '@earshot/dto-inference';
import { vectorsOf, type PartVectors } from './part-vectors.js';

const bytesPerNumber = Float32Array.BYTES_PER_ELEMENT;

const encodings: Record<'float' | 'base64', (vector: Buffer) => string> = {
  base64: (vector) => `"${vector.toString('base64')}"`,
  float: (vector) => JSON.stringify(numbersOf(vector)),
};

/**
 * The body of an answer, vector by vector: 2,048 long ones in decimals are more than fits a string of JavaScript.
 *
 * @param parts of all texts, in their order; at least one.
 */
export function* answerBody(
  parts: readonly PartVectors[],
  format: EmbeddingsInput['encoding_format'],
): Generator<string, void, void> {
  const encode = encodings[format ?? 'float'];
  yield `{"object":"list","model":${JSON.stringify(parts[0]?.head.model)},"data":[`;
  let index = 0;
  for (const part of parts) {
    for (const vector of vectorsOf(part)) {
      yield `${index === 0 ? '' : ','}{"object":"embedding","index":${index},"embedding":${encode(vector)}}`;
      index += 1;
    }
  }
  const prompt_tokens = parts.reduce((sum, { head }) => sum + head.prompt_tokens, 0);
  yield `],"usage":${JSON.stringify({ prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens })}}`;
}

function numbersOf(vector: Buffer): number[] {
  return Array.from({ length: vector.length / bytesPerNumber }, (_, at) => vector.readFloatLE(at * bytesPerNumber));
}
