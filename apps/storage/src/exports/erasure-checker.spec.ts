import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { containsAny } from './erasure-checker.js';

const [one, two] = ['0198c5a4-7d10-7000-8000-000000000001', '0198c5a4-7d10-7000-8000-000000000002'];
const line = JSON.stringify({ line: 1, completion_ids: [one], users: [] });

it('finds an id across any chunk boundary', async () => {
  for (let cut = 0; cut <= line.length; cut += 1) {
    const pieces = [line.slice(0, cut), line.slice(cut)].map((text) => Buffer.from(text));
    expect(await containsAny(Readable.from(pieces), [two, one.toUpperCase()])).toBe(true);
    expect(await containsAny(Readable.from(pieces), [two])).toBe(false);
  }
});

it('finds an id that arrives byte by byte, and nothing in empty input', async () => {
  expect(await containsAny(Readable.from([...Buffer.from(line)].map((byte) => Buffer.of(byte))), [one])).toBe(true);
  expect(await containsAny(Readable.from([]), [one])).toBe(false);
});
