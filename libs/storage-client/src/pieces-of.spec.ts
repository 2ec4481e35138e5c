import { expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { piecesOf } from './pieces-of.js';

it.each([
  [[], []],
  [['abcdef'], ['abc', 'def']],
  [
    ['a', 'b', 'cdefgh', ''],
    ['abc', 'def', 'gh'],
  ],
])('splits bytes into pieces of one size (%#)', async (chunks, pieces) => {
  const given: string[] = [];
  for await (const piece of piecesOf(Readable.from(chunks.map((text) => Buffer.from(text))), 3)) {
    given.push(piece.toString());
  }
  expect(given).toEqual(pieces);
});
