import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { refusals } from './refusals.mjs';

const object = (fields) => z.object({ id: z.guid(), ...fields });
const found = (reader, writer) => refusals(z.toJSONSchema(reader), z.toJSONSchema(writer));

/** What one version has, what the other has, and what a reader of the first says to what is written by the second; then the other way round. */
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
  ['null', object({ a: z.string() }), object({ a: z.string().nullable() }), ['a: null is not taken'], []],
  [
    'another type',
    object({ a: z.string() }),
    object({ a: z.int() }),
    ['a: integer is not taken'],
    ['a: string is not taken'],
  ],
  ['fractions', object({ a: z.int() }), object({ a: z.number() }), ['a: number is not taken'], []],
  ['a value', object({ a: z.enum(['x']) }), object({ a: z.enum(['x', 'y']) }), ['a: "y" is not taken'], []],
  ['any text', object({ a: z.enum(['x']) }), object({ a: z.string() }), ['a: string is not taken'], []],
  [
    'a form',
    z.union([z.int(), z.null()]),
    z.union([z.int(), z.null(), z.string()]),
    ['the message: string is not taken'],
    [],
  ],
  [
    'longer texts',
    object({ a: z.string().max(9) }),
    object({ a: z.string().max(10) }),
    ['a: maxLength of what is sent is 10, of what is taken 9'],
    [],
  ],
  [
    'smaller numbers',
    object({ a: z.int().min(1) }),
    object({ a: z.int().min(0) }),
    ['a: minimum of what is sent is 0, of what is taken 1'],
    [],
  ],
  [
    'empty lists',
    object({ a: z.array(z.int()).min(1) }),
    object({ a: z.array(z.int()) }),
    ['a: minItems of what is sent is not bound, of what is taken 1'],
    [],
  ],
  [
    'another pattern',
    object({ a: z.string().regex(/^x/) }),
    object({ a: z.string().regex(/^y/) }),
    ['a: pattern of what is sent is ^y, of what is taken ^x'],
    ['a: pattern of what is sent is ^x, of what is taken ^y'],
  ],
  [
    'any values of a record',
    z.record(z.string(), z.string()),
    z.record(z.string(), z.unknown()),
    ['*: anything is not taken'],
    [],
  ],
  [
    'names of a record',
    z.partialRecord(z.enum(['x']), z.int()),
    z.partialRecord(z.enum(['x', 'y']), z.int()),
    ['names: "y" is not taken'],
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
    ['a: maximum of what is sent is 9007199254740991, of what is taken 5'],
  ],
];

describe('what is refused', () => {
  it.each(pairs)('is known where one version has %s more', (_what, before, after, toBefore, toAfter) => {
    expect(found(before, after)).toEqual(toBefore);
    expect(found(after, before)).toEqual(toAfter);
  });

  it('is nothing where the reader takes anything', () => {
    expect(found(z.unknown(), z.union([z.string(), object({})]))).toEqual([]);
    expect(found(z.string(), z.unknown())).toEqual(['the message: anything is not taken']);
  });

  it.each([
    ['not means', { not: {} }],
    ['type means', { type: 'string', anyOf: [{ type: 'string' }] }],
    ['no type', { pattern: '^x' }],
  ])('can not be said of schemas with words that are not known here: %s', (what, schema) => {
    expect(() => refusals(schema, {})).toThrow(what);
  });
});
