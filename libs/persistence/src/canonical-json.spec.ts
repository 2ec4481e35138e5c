import { describe, expect, it } from '@jest/globals';
import { fingerprint } from './canonical-json.js';

describe(fingerprint.name, () => {
  it('is the same for the same fields in any order, at any depth', () => {
    expect(fingerprint('t', { a: [{ b: 1, c: null }], d: 'x' })).toEqual(
      fingerprint('t', { d: 'x', a: [{ c: null, b: 1 }] }),
    );
  });

  it.each([
    ['another type', 'u', { a: [1, 2] }],
    ['another value', 't', { a: [1, 3] }],
    ['another order of a list', 't', { a: [2, 1] }],
    ['one more field', 't', { a: [1, 2], b: null }],
    ['a number as text', 't', { a: ['1', 2] }],
  ])('differs with %s', (_, type, body) => {
    expect(fingerprint(type, body)).not.toEqual(fingerprint('t', { a: [1, 2] }));
  });
});
