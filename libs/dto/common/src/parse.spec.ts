import { describe, expect, it } from '@jest/globals';
import { AppError, type AppErrorFields } from '@earshot/errors';
import { z } from 'zod';
import { keySchema, listQuerySchema, parseBody, parseQuery, uuidSchema } from './index.js';

const part = z.discriminatedUnion('type', [z.object({ type: z.literal('text'), text: z.string() })]);
const schema = z.strictObject({
  key: keySchema,
  messages: z.array(z.object({ content: z.union([z.string(), z.array(part).min(1)]) })).min(1),
  n: z.int().min(0).max(16).nullish(),
  user: uuidSchema.nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  kind: z.enum(['a', 'b']).optional(),
});
const good = { key: 'k', messages: [{ content: 'x' }] };

function refusalOf(parse: () => unknown): AppErrorFields {
  try {
    parse();
  } catch (error) {
    if (error instanceof AppError) return { ...error, message: error.message };
    throw error;
  }
  throw new Error('was not refused');
}

describe(parseBody.name, () => {
  it.each<[string, object, string, string, string]>([
    ['a missing field', { key: undefined }, 'missing_field', 'key', 'key: is required: a string.'],
    ['a wrong type', { n: 'x' }, 'invalid_field', 'n', 'n: expected a number, got "x".'],
    ['a fraction', { n: 1.5 }, 'invalid_field', 'n', 'n: expected an integer, got 1.5.'],
    ['a number out of bounds', { n: 17 }, 'invalid_field', 'n', 'n: expected a number, at most 16, got 17.'],
    ['a malformed uuid', { user: 'x' }, 'invalid_field', 'user', 'user: expected a uuid, got "x".'],
    ['another choice', { kind: 'c' }, 'invalid_field', 'kind', 'kind: expected one of "a", "b", got "c".'],
    [
      'an empty list',
      { messages: [] },
      'invalid_field',
      'messages',
      'messages: expected at least 1 entries, got an array of 0.',
    ],
    [
      'a wrong label',
      { labels: { 'a b': 1 } },
      'invalid_field',
      'labels["a b"]',
      'labels["a b"]: expected a string, got 1.',
    ],
    ['an unknown field', { foo: 1 }, 'unknown_field', 'foo', 'foo: unknown field.'],
    [
      'neither kind of a union',
      { messages: [{ content: 5 }] },
      'invalid_field',
      'messages[0].content',
      'messages[0].content: expected a string or an array, got 5.',
    ],
    [
      'the kind of a union that was meant',
      { messages: [{ content: 'x' }, { content: [{ type: 'text' }] }] },
      'missing_field',
      'messages[1].content[0].text',
      'messages[1].content[0].text: is required: a string.',
    ],
  ])('names %s', (_, change, code, param, message) => {
    expect(refusalOf(() => parseBody(schema, { ...good, ...change }))).toMatchObject({ code, param, message });
  });

  it('lists every violation', () => {
    const { details, message } = refusalOf(() => parseBody(schema, { key: 'A', n: -1, messages: [{}], x: 0 }));
    expect((details as { param: string }[]).map(({ param }) => param)).toEqual([
      'key',
      'messages[0].content',
      'n',
      'x',
    ]);
    expect(message).toMatch(/\(3 more in details\)$/);
  });

  it('lists and quotes a bounded part of the input', () => {
    const body = { ...good, key: 'X'.repeat(10_000), messages: Array(1_000).fill(0), ['y'.repeat(10_000)]: 1 };
    const { details } = refusalOf(() => parseBody(schema, body));
    expect((details as unknown[]).length).toBe(100);
    expect(JSON.stringify(details).length).toBeLessThan(20_000);
  });
});

describe(parseQuery.name, () => {
  it('fills in the defaults of a list item', () => {
    expect(parseQuery(listQuerySchema, {})).toEqual({ limit: 20, cursor: null });
    expect(parseQuery(listQuerySchema, { limit: '100', cursor: 'abc' })).toEqual({ limit: 100, cursor: 'abc' });
  });

  it.each(['0', '101', '-1', '1.5', 'x', '', '1e1', ['1', '2']])('rejects %j as a limit', (limit) => {
    expect(refusalOf(() => parseQuery(listQuerySchema, { limit }))).toMatchObject({ param: 'limit' });
  });
});
