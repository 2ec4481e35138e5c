import { describe, expect, it } from '@jest/globals';
import { inputBatches } from './input-batches.js';

const sizes = (texts: string[]) => inputBatches(texts).map(({ first, texts: some }) => [first, some.length]);

describe(inputBatches.name, () => {
  it('contain every text once and in order', () => {
    const texts = Array.from({ length: 2_048 }, (_, index) => `text ${index}`);
    const batches = inputBatches(texts);
    expect(batches.flatMap((batch) => batch.texts)).toEqual(texts);
    for (const { first, texts: some } of batches) expect(texts[first]).toBe(some[0]);
  });

  it('puts at most 32 texts into a batch', () => {
    expect(sizes(Array(32).fill('x'))).toEqual([[0, 32]]);
    expect(sizes(Array(33).fill('x'))).toEqual([
      [0, 32],
      [32, 1],
    ]);
  });

  it('limits the size of a batch as JSON, with escapes', () => {
    const long = 'x'.repeat(200 * 1_024);
    expect(sizes(['a', long, 'b', long, 'c'])).toEqual([
      [0, 3],
      [3, 2],
    ]);
    const escaped = '\u0001'.repeat(30 * 1_024);
    expect(sizes([escaped, escaped])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it('puts a text above the limit into a batch of its own', () => {
    const huge = 'x'.repeat(500 * 1_024);
    expect(sizes(['a', huge, 'b'])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(sizes([huge])).toEqual([[0, 1]]);
  });
});
