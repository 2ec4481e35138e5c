import { describe, expect, it } from '@jest/globals';
import { embeddingsResponseSchema } from '@earshot/dto-inference';
import { joinChunks, responseBody } from './embeddings-response.js';

const head = { model: 'shop/small', dimensions: 2, prompt_tokens: 3 };
const bytes = (...numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer);
const batch = (...numbers: number[]) => ({ head, bytes: bytes(...numbers) });
const body = (format: 'float' | 'base64' | undefined) =>
  JSON.parse([...responseBody([batch(0.1, -2.5e-8, 1, 0), batch(1 / 3, 3e38)], format)].join('')) as unknown;

describe(responseBody.name, () => {
  it('lists vectors in the order of the texts, and sums the usage of all batches', () => {
    expect(body('base64')).toEqual({
      object: 'list',
      model: 'shop/small',
      data: [
        { object: 'embedding', index: 0, embedding: bytes(0.1, -2.5e-8).toString('base64') },
        { object: 'embedding', index: 1, embedding: bytes(1, 0).toString('base64') },
        { object: 'embedding', index: 2, embedding: bytes(1 / 3, 3e38).toString('base64') },
      ],
      usage: { prompt_tokens: 6, completion_tokens: 0, total_tokens: 6 },
    });
  });

  it('returns decimals by default', () => {
    const embeddings = (body('float') as { data: { embedding: number[] }[] }).data.map(({ embedding }) => embedding);
    expect(embeddings).toEqual([
      [Math.fround(0.1), Math.fround(-2.5e-8)],
      [1, 0],
      [Math.fround(1 / 3), Math.fround(3e38)],
    ]);
    expect(body(undefined)).toEqual(body('float'));
  });

  it('matches the published schema', () => {
    expect(() => embeddingsResponseSchema.parse(body('float'))).not.toThrow();
    expect(() => embeddingsResponseSchema.parse(body('base64'))).not.toThrow();
  });
});

describe(joinChunks.name, () => {
  it('joins chunks that were cut at any byte', () => {
    const whole = bytes(1, 2, 3, 4);
    const chunks = [0, 5, 11].map((at, index, cuts) => ({
      ...(index === 0 && { head }),
      bytes: whole.toString('base64', at, cuts[index + 1]),
    }));
    expect(joinChunks(chunks, 2)).toEqual({ head, bytes: whole });
  });

  it.each([
    ['no chunks', []],
    ['no head', [{ bytes: bytes(1, 2).toString('base64') }]],
    ['too few vectors', [{ head, bytes: bytes(1, 2).toString('base64') }]],
    ['too many vectors', [{ head, bytes: bytes(1, 2, 3, 4, 5, 6).toString('base64') }]],
  ])('rejects %s', (_, chunks) => {
    expect(() => joinChunks(chunks, 2)).toThrow('not have one whole vector for each of 2 texts');
  });
});
