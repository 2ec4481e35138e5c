import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { schemaDifferences } from './schema-differences.mjs';

const object = (fields) => z.object({ id: z.guid(), ...fields });
const found = (reader, writer) => schemaDifferences(z.toJSONSchema(reader), z.toJSONSchema(writer));

/** Name; schemas of two versions; differences for a reader of the first and a writer of the second; the reverse. */
const pairs = [
  ['the same', object({ a: z.string() }), object({ a: z.string() }), [], []],
  ['an optional field', object({}), object({ a: z.string().optional() }), [], []],
  ['a required field', object({}), object({ a: z.string() }), [], ['a: may be missing']],
  [
    'a field that need not be there',
    object({ a: z.int() }),
    object({ a: z.int().optional() }),
    ['a: may be missing'],
    [],
  ],
  ['null', object({ a: z.string() }), object({ a: z.string().nullable() }), ['a: null is rejected'], []],
  [
    'another type',
    object({ a: z.string() }),
    object({ a: z.int() }),
    ['a: integer is rejected'],
    ['a: string is rejected'],
  ],
  ['fractions', object({ a: z.int() }), object({ a: z.number() }), ['a: number is rejected'], []],
  ['a value', object({ a: z.enum(['x']) }), object({ a: z.enum(['x', 'y']) }), ['a: "y" is rejected'], []],
  ['any text', object({ a: z.enum(['x']) }), object({ a: z.string() }), ['a: string is rejected'], []],
  [
    'a form',
    z.union([z.int(), z.null()]),
    z.union([z.int(), z.null(), z.string()]),
    ['the message: string is rejected'],
    [],
  ],
  [
    'longer texts',
    object({ a: z.string().max(9) }),
    object({ a: z.string().max(10) }),
    ['a: maxLength is 10 in the writer and 9 in the reader'],
    [],
  ],
  [
    'smaller numbers',
    object({ a: z.int().min(1) }),
    object({ a: z.int().min(0) }),
    ['a: minimum is 0 in the writer and 1 in the reader'],
    [],
  ],
  [
    'empty lists',
    object({ a: z.array(z.int()).min(1) }),
    object({ a: z.array(z.int()) }),
    ['a: minItems is unbounded in the writer and 1 in the reader'],
    [],
  ],
  [
    'another pattern',
    object({ a: z.string().regex(/^x/) }),
    object({ a: z.string().regex(/^y/) }),
    ['a: pattern is ^y in the writer and ^x in the reader'],
    ['a: pattern is ^x in the writer and ^y in the reader'],
  ],
  [
    'any values of a record',
    z.record(z.string(), z.string()),
    z.record(z.string(), z.unknown()),
    ['*: anything is rejected'],
    [],
  ],
  [
    'names of a record',
    z.partialRecord(z.enum(['x']), z.int()),
    z.partialRecord(z.enum(['x', 'y']), z.int()),
    ['names: "y" is rejected'],
    [],
  ],
  [
    'deep inside',
    object({ a: z.array(object({ b: z.int() })) }),
    object({ a: z.array(object({ b: z.int(), c: z.int() })) }),
    [],
    ['a[].c: may be missing'],
  ],
  [
    'in one of several kinds',
    z.discriminatedUnion('kind', [object({ kind: z.literal('x'), a: z.int() }), object({ kind: z.literal('y') })]),
    z.discriminatedUnion('kind', [
      object({ kind: z.literal('x'), a: z.int().max(5) }),
      object({ kind: z.literal('y') }),
    ]),
    [],
    ['a: maximum is 9007199254740991 in the writer and 5 in the reader'],
  ],
];

describe('schemaDifferences', () => {
  it.each(pairs)(
    'finds what a reader rejects where one version has %s more',
    (_what, before, after, toBefore, toAfter) => {
      expect(found(before, after)).toEqual(toBefore);
      expect(found(after, before)).toEqual(toAfter);
    },
  );

  it('finds nothing where the reader accepts anything', () => {
    expect(found(z.unknown(), z.union([z.string(), object({})]))).toEqual([]);
    expect(found(z.string(), z.unknown())).toEqual(['the message: anything is rejected']);
  });

  it.each([
    ['keyword: not', { not: {} }],
    ['keyword: type', { type: 'string', anyOf: [{ type: 'string' }] }],
    ['no type', { pattern: '^x' }],
  ])('rejects schemas with unsupported keywords: %s', (what, schema) => {
    expect(() => schemaDifferences(schema, {})).toThrow(what);
  });
});
