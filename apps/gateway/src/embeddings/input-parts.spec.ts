import { describe, expect, it } from '@jest/globals';
import { inputParts } from './input-parts.js';

const sizes = (texts: string[]) => inputParts(texts).map(({ first, texts: some }) => [first, some.length]);

describe('the parts of a request', () => {
  it('hold every text once, in their order', () => {
    const texts = Array.from({ length: 2_048 }, (_, index) => `text ${index}`);
    const parts = inputParts(texts);
    expect(parts.flatMap((part) => part.texts)).toEqual(texts);
    for (const { first, texts: some } of parts) expect(texts[first]).toBe(some[0]);
  });

  it('hold at most 32 texts', () => {
    expect(sizes(Array(32).fill('x'))).toEqual([[0, 32]]);
    expect(sizes(Array(33).fill('x'))).toEqual([
      [0, 32],
      [32, 1],
    ]);
  });

  it('stay within what a record holds, however long the texts and whatever JSON makes of them', () => {
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

  it('hold a text that is too long for company alone', () => {
    const huge = 'x'.repeat(500 * 1_024);
    expect(sizes(['a', huge, 'b'])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(sizes([huge])).toEqual([[0, 1]]);
  });
});
