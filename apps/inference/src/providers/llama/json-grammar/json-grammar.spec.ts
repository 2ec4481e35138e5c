import { describe, expect, it } from '@jest/globals';
import { AppError } from '@earshot/errors';
import { jsonGrammar } from './json-grammar.js';

const grammarOf = (schema: Record<string, unknown>) =>
  jsonGrammar({ type: 'json_schema', json_schema: { name: 'answer', schema } });

function refusalOf(schema: Record<string, unknown>): AppError {
  try {
    grammarOf(schema);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const node = { $ref: '#/$defs/node' };

/** Each level has two ways to go on, for each way of the level above. */
function wideLists(levels: number): Record<string, unknown> {
  const items = levels === 0 ? { type: 'boolean' } : wideLists(levels - 1);
  return { anyOf: times(2, (at) => ({ type: 'array', items, maxItems: levels + at + 1 })) };
}
wideLists.path = (depth: number) => `${'.anyOf[0].items'.repeat(depth)}.anyOf`;

const propertiesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });

describe('a schema that the embedded engine can not keep to', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['a pattern', object({ a: { type: 'string', pattern: '^x' } }), '.properties.a.pattern'],
    ['a name that is no word', object({ 'a b': { not: {} } }), '.properties["a b"].not'],
    ['multiples', { type: 'integer', multipleOf: 5 }, '.multipleOf'],
    ['lists without repetitions', { type: 'array', uniqueItems: true }, '.uniqueItems'],
    ['conditions', { if: {}, then: {} }, '.if'],
    ['several schemas at once', { allOf: [{}, {}] }, '.allOf'],
    ['a format that it does not know', { type: 'string', format: 'email' }, '.format'],
    ['an unknown type', { type: 'text' }, '.type'],
    ['something beside a reference', { $ref: '#/$defs/a', minLength: 1, $defs: { a: {} } }, '.minLength'],
    ['a type beside alternatives', { type: 'object', anyOf: [{}] }, '.type'],
    ['no alternatives', { anyOf: [] }, '.anyOf'],
    ['a reference to nowhere', object({ a: { $ref: '#/$defs/b' } }), '.properties.a.$ref'],
    ['a reference that is no address', { $ref: '#/$defs/%zz', $defs: {} }, '.$ref'],
    ['properties that are none', { type: 'object', properties: 5 }, '.properties'],
    ['very many properties that may be left out', { properties: propertiesOf(129) }, '.properties'],
    [
      'many of them, where one is required often',
      { properties: propertiesOf(1_500), required: times(1_500, () => 'p0') },
      '.properties',
    ],
    ['a reference to elsewhere', { $ref: 'https://example.org/schema.json' }, '.$ref'],
    ['a value that is never at its end', object({ a: { $ref: '#' } }), '.properties.a.$ref'],
    ['a required property that it does not describe', { ...object({ a: {} }), required: ['b'] }, '.required'],
    ['more properties than are required', { ...object({ a: {} }), minProperties: 2 }, '.minProperties'],
    ['oneOf where a value is one of a list and of a type', { oneOf: [{ const: 'a' }, { type: 'string' }] }, '.oneOf'],
    ['oneOf where two lists share a value', { oneOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, '.oneOf'],
    ['oneOf where objects share a tag', { oneOf: times(3, (at) => object({ kind: { const: at % 2 } })) }, '.oneOf'],
    ['oneOf where a value may fit two', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, '.oneOf'],
    ['values none of which is of its type', { type: 'string', enum: [1, null] }, '.enum'],
    ['an empty range', { type: 'integer', minimum: 2, maximum: 1 }, '.minimum'],
    ['a list longer than it may be', { type: 'array', minItems: 3, maxItems: 2 }, '.minItems'],
    ['a very long text', { type: 'string', minLength: 100_000 }, '.minLength'],
    ['a length that is none', { type: 'string', maxLength: -1 }, '.maxLength'],
    ['false', object({ a: false }), '.properties.a'],
  ])('for %s is refused by the path of the keyword', (_, schema, path) => {
    expect(refusalOf(schema)).toMatchObject({
      type: 'invalid_request_error',
      code: 'schema_not_supported',
      param: `response_format.json_schema.schema${path}`,
    });
  });

  it('is refused where its grammar would be far larger than itself', () => {
    const wide = object(propertiesOf(2_000));
    expect(() => grammarOf(wide)).not.toThrow();
    const texts = times(50, (at) => ({ type: 'string', minLength: at, maxLength: 1_000 }));
    expect(refusalOf({ anyOf: texts }).message).toContain('too large');
    const numbers = times(900, (at) => ({ type: 'integer', minimum: -123_456_789_012_345 - at }));
    expect(refusalOf({ type: 'array', prefixItems: numbers }).message).toContain('too large');
  });

  it('is refused where its references go too deep', () => {
    const $defs = Object.fromEntries(times(1_100, (at) => [`a${at}`, { items: { $ref: `#/$defs/a${at + 1}` } }]));
    const refusal = refusalOf({ $ref: '#/$defs/a0', $defs: { ...$defs, a1100: {} } });
    expect(refusal.message).toContain('deeper than 200');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['values', { enum: times(1_001, String) }, '.enum'],
    ['single values', { oneOf: times(3_900, (at) => ({ const: at })) }, '.oneOf'],
    ['schemas', { anyOf: times(1_001, () => ({})) }, '.anyOf'],
    [
      'values of several schemas',
      { anyOf: times(3, (at) => ({ enum: times(400, (value) => `${at}${value}`) })) },
      '.anyOf',
    ],
    ['lists of lists', wideLists(12), wideLists.path(4)],
  ])('has too many %s that begin alike', (_, schema, path) => {
    expect(refusalOf(schema)).toMatchObject({
      code: 'schema_not_supported',
      param: `response_format.json_schema.schema${path}`,
      message: expect.stringContaining('more than 1000 alternatives'),
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['lists of itself', { anyOf: times(2, (at) => ({ type: 'array', items: node, maxItems: at + 1 })) }],
    ['objects that differ where it is too late', { anyOf: times(2, (at) => object({ a: node, kind: { const: at } })) }],
    ['objects that need not differ', { anyOf: [{ properties: { a: node } }, { properties: { a: node, b: {} } }] }],
    ['anything, or a list of itself', { anyOf: [{}, { type: 'array', items: node }] }],
    ['itself through another', { type: 'object', properties: { a: { anyOf: [node, { $ref: '#/$defs/other' }] } } }],
  ])('says nothing of which of several a value is, and these contain it: %s', (_, schema) => {
    const other = { type: 'object', properties: { a: node } };
    const { message } = refusalOf({ ...node, $defs: { node: schema, other } });
    expect(message).toContain('alternatives that begin alike contain themselves');
  });
});

describe('a schema', () => {
  it('may have notes of any kind, and keywords that ask for nothing', () => {
    const notes = {
      title: 'A',
      description: 'b',
      default: 1,
      examples: [1],
      $schema: 'x',
      'x-order': 1,
      uniqueItems: false,
    };
    expect(() => grammarOf({ ...object({ a: { type: 'string' } }), ...notes })).not.toThrow();
  });

  it('may refer to itself where a value can do without', () => {
    const tree = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } });
    expect(() => grammarOf(tree)).not.toThrow();
    expect(() => grammarOf({ ...object({}), properties: { next: { $ref: '#' } } })).not.toThrow();
  });

  it('may contain itself where it is certain which of several a value is', () => {
    const literal = object({ op: { const: 'is' }, value: { type: 'number' } });
    const sums = ['add', 'mul'].map((op) => object({ op: { const: op }, left: node, right: node }));
    const filters = [object({ not: node }), object({ and: { type: 'array', items: node } })];
    const list = [{ type: 'null' }, object({ value: {}, next: node })];
    for (const anyOf of [[literal, ...sums], filters, list]) {
      expect(() => grammarOf({ ...node, $defs: { node: { anyOf } } })).not.toThrow();
    }
    const outside = { anyOf: [node, object({ error: { type: 'string' } })], $defs: { node: { anyOf: list } } };
    expect(() => grammarOf(outside)).not.toThrow();
  });

  it('may have a thousand values, and a thousand objects with a property of a value of its own', () => {
    expect(() => grammarOf({ enum: times(1_000, String) })).not.toThrow();
    const cases = times(1_000, (at) => object({ kind: { const: at } }));
    expect(() => grammarOf({ oneOf: cases })).not.toThrow();
    expect(() => grammarOf(object({ a: { enum: times(900, String) }, b: { enum: times(900, String) } }))).not.toThrow();
  });

  it('may have oneOf whose schemas differ in their type, or in the value of a property that all require', () => {
    const [cat, dog] = ['cat', 'dog'].map((kind) => object({ kind: { type: 'string', const: kind } }));
    expect(() => grammarOf({ oneOf: [cat, { $ref: '#/$defs/dog' }, { type: 'null' }], $defs: { dog } })).not.toThrow();
  });
});
