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

const some = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
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
    ['very many properties that may be left out', { properties: some(129) }, '.properties'],
    ['a reference to elsewhere', { $ref: 'https://example.org/schema.json' }, '.$ref'],
    ['a value that is never at its end', object({ a: { $ref: '#' } }), '.properties.a.$ref'],
    ['a required property that it does not describe', { ...object({ a: {} }), required: ['b'] }, '.required'],
    ['more properties than are required', { ...object({ a: {} }), minProperties: 2 }, '.minProperties'],
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
    const wide = object(some(2_000));
    expect(() => grammarOf(wide)).not.toThrow();
    const branches = Array.from({ length: 3_000 }, (_, at) => object({ kind: { const: at }, text: { maxLength: at } }));
    expect(refusalOf({ anyOf: branches }).message).toContain('too large');
    const texts = Array.from({ length: 500 }, (_, at) => ({ type: 'string', minLength: at, maxLength: 1_000 }));
    expect(refusalOf({ anyOf: texts }).message).toContain('too large');
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

  it('may have oneOf whose schemas differ in their type, or in the value of a property that all require', () => {
    const [cat, dog] = ['cat', 'dog'].map((kind) => object({ kind: { type: 'string', const: kind } }));
    expect(() => grammarOf({ oneOf: [cat, { $ref: '#/$defs/dog' }, { type: 'null' }], $defs: { dog } })).not.toThrow();
  });
});
