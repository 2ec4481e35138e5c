import { describe, expect, it } from '@jest/globals';
import { parseDocument, rootFieldsOf } from './document-limits.js';

const codeOf = (query: string) => {
  try {
    parseDocument(query);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');
const nested = (depth: number): string => (depth === 0 ? 'id' : `a { ${nested(depth - 1)} }`);

describe('a document', () => {
  it.each([
    ['ten root fields', `{ ${repeat(10, (i) => `a${i}: me { id }`)} }`],
    ['twelve levels', `{ ${nested(11)} }`],
    ['introspection of any depth', `{ __schema { ${nested(30)} } }`],
    ['a fragment', 'query { me { ...f } } fragment f on User { id }'],
  ])('may have %s', (_, query) => expect(codeOf(query)).toBeNull());

  it.each([
    ['eleven aliases', `{ ${repeat(11, (i) => `a${i}: me { id }`)} }`],
    [
      'eleven root fields in fragments',
      `{ ...f ...f } fragment f on Query { ${repeat(6, (i) => `a${i}: me { id }`)} }`,
    ],
    ['thirteen levels', `{ ${nested(12)} }`],
    ['many fields', `{ ${repeat(2, (n) => `m${n}: me { ${repeat(501, (i) => `a${i}: id`)} }`)} }`],
    [
      'fragments that double at each level',
      `{ me { ...f20 } } ${repeat(20, (i) => `fragment f${i + 1} on User { ...f${i} ...f${i} }`)} fragment f0 on User { id }`,
    ],
    [
      'doubled fragments that do not exist',
      `{ ...f20 } ${repeat(20, (i) => `fragment f${i + 1} on Query { ...f${i} ...f${i} }`)}`,
    ],
  ])('is rejected with %s', (_, query) => expect(codeOf(query)).toBe('graphql_too_complex'));

  it.each([
    ['a syntax error', '{ me '],
    ['more than 4,000 tokens', `{ me { ${repeat(4_000, () => 'id')} } }`],
    ['a fragment that contains itself', '{ ...f } fragment f on Query { ...f }'],
  ])('is invalid with %s', (_, query) => expect(codeOf(query)).toBe('graphql_invalid'));
});

describe('root fields', () => {
  it('are those of the operation, with those of fragments', () => {
    const query =
      'query A { a: me { id } ...f } query B { jobs { id } } fragment f on Query { ... on Query { models { id } } }';
    expect(rootFieldsOf(parseDocument(query), 'A')).toEqual(['me', 'models']);
    expect(rootFieldsOf(parseDocument(query))).toEqual(['me', 'models', 'jobs']);
  });
});
