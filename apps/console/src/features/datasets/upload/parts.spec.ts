import { describe, expect, it } from '@jest/globals';
import { keyOf, mismatchOf, planParts } from './parts.js';

const mebibyte = 1_048_576;

describe('planParts', () => {
  it('covers the file without gaps', () => {
    const parts = planParts(20 * mebibyte);
    expect(parts.map(({ size }) => size)).toEqual([8 * mebibyte, 8 * mebibyte, 4 * mebibyte]);
    expect(parts.at(-1)).toMatchObject({ number: 3, offset: 16 * mebibyte });
  });

  it('never plans more than 10,000 parts', () => {
    expect(planParts(200_000 * mebibyte).length).toBeLessThanOrEqual(10_000);
  });
});

describe('mismatchOf', () => {
  const file = { filename: 'a.jsonl', size: 5, last_modified: 7 };

  it('accepts the same file only', () => {
    expect(mismatchOf(file, { ...file, project: 'demo' })).toBeNull();
    expect(mismatchOf(file, { ...file, filename: 'b.jsonl' })).toBe('Choose b.jsonl to continue.');
    expect(mismatchOf(file, { ...file, size: 6 })).toContain('6 bytes');
    expect(mismatchOf(file, { ...file, last_modified: 8 })).toContain('changed');
    expect(mismatchOf(file, null)).not.toBeNull();
  });
});

describe('keyOf', () => {
  it('keeps the letters of a key', () => {
    expect(keyOf('My Tickets (2).JSONL')).toBe('my-tickets-2');
    expect(keyOf('.hidden.zip')).toBe('hidden');
  });
});
