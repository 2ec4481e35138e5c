import { describe, expect, it } from '@jest/globals';
import { checkJsonSize } from './check-json-size.js';
import { maxValues } from './check-json-value.js';

const check = (json: string) => () => checkJsonSize(Buffer.from(json));
const listOf = (value: string, count: number) => `[${Array.from({ length: count }, () => value).join(',')}]`;

describe(checkJsonSize.name, () => {
  it.each(['0', '""', '[]', '{}', '"a,b"', String.raw`"\",\\"`, 'null'])(
    'accepts values up to the limit: %s',
    (value) => {
      expect(check(listOf(value, maxValues))).not.toThrow();
      expect(check(listOf(value, maxValues + 1))).toThrow('more than 100000 values');
    },
  );

  it.each([
    ['a text of commas', ','],
    ['a text of brackets', '['],
    ['a text of escaped quotes', String.raw`\",`],
    ['a text of backslashes', String.raw`\\`],
  ])('ignores values within strings: %s', (_, piece) => {
    expect(check(`{"a":"${piece.repeat(300_000)}","b":[1]}`)).not.toThrow();
    expect(check(`{"a":"${piece.repeat(300_000)}","b":${listOf('1', maxValues + 1)}}`)).toThrow('values');
  });

  it('limits the nesting depth', () => {
    expect(check(`${'['.repeat(300_000)}`)).toThrow('deeper than 64 levels');
    expect(check(listOf(`${'['.repeat(63)}${']'.repeat(63)}`, 5_000))).not.toThrow();
  });

  it('leaves invalid JSON to the parser', () => {
    for (const json of [
      '"'.repeat(300_001),
      `"${'x'.repeat(300_000)}`,
      ']'.repeat(300_000),
      `"${'\\'.repeat(300_001)}"`,
    ])
      expect(check(json)).not.toThrow();
  });
});
