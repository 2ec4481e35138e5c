import { describe, expect, it } from '@jest/globals';
import { embed } from '@earshot/contracts-inference';
import { vectorChunks } from './vector-chunks.js';

/** The lane takes chunks of up to 256 Ki characters. */
const laneLimit = 256 * 1024;

const about = { model: 'shop/small', dropped: [] };

function vectors(count: number, dimensions: number): Float32Array[] {
  return Array.from({ length: count }, (_, row) =>
    Float32Array.from({ length: dimensions }, (_value, at) => Math.sin(row * dimensions + at)),
  );
}

describe('the chunks of vectors', () => {
  it.each([
    [1, 1],
    [3, 1_536],
    [32, 1_536],
    [1, 65_536],
    [32, 5_760],
  ])('carry %i vectors of %i numbers exactly, each within what the lane takes', (count, dimensions) => {
    const given = vectors(count, dimensions);
    const chunks = vectorChunks({ vectors: given, promptTokens: 9 }, about);
    const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.bytes, 'base64')));
    expect(bytes.equals(Buffer.concat(given.map(({ buffer }) => Buffer.from(buffer as ArrayBuffer))))).toBe(true);
    expect(chunks[0]?.head).toEqual({ model: 'shop/small', dimensions, prompt_tokens: 9 });
    expect(chunks.slice(1).every(({ head }) => head === undefined)).toBe(true);
    for (const chunk of chunks) {
      expect(JSON.stringify(chunk).length).toBeLessThan(laneLimit);
      expect(embed.chunk.safeParse(chunk).success).toBe(true);
    }
  });

  it('have 0 tokens when the provider does not count', () => {
    const [first] = vectorChunks({ vectors: vectors(1, 1), promptTokens: null }, about);
    expect(first?.head?.prompt_tokens).toBe(0);
  });

  it('are rejected when they exceed the lane, with the number of texts that fit', () => {
    const refused = () => vectorChunks({ vectors: vectors(32, 5_761), promptTokens: 1 }, about);
    expect(refused).toThrow('have 5761 numbers each, which exceeds the response limit. Send at most 31 texts');
    expect(refused).toThrow(expect.objectContaining({ code: 'answer_too_large', param: 'input' }));
  });
});
