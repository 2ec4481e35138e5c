import { describe, expect, it } from '@jest/globals';
import { AppError, type AppErrorFields } from '@earshot/errors';
import { readJsonObject } from './read-json.js';

function refusalOf(body: string | Buffer | undefined): AppErrorFields {
  try {
    readJsonObject(typeof body === 'string' ? Buffer.from(body) : body);
  } catch (error) {
    if (error instanceof AppError) return { ...error, message: error.message };
    throw error;
  }
  throw new Error('was not refused');
}

describe(readJsonObject.name, () => {
  it('reads an object, escapes and characters of every plane included', () => {
    const body = '{"a":["\\u00e9\\ud83d\\ude00","😀"],"b":{"c":-1.5e3,"d":null},"e":true}';
    expect(readJsonObject(Buffer.from(body))).toEqual({ a: ['é😀', '😀'], b: { c: -1500, d: null }, e: true });
  });

  it.each<[string, string | Buffer | undefined, string, string?]>([
    ['no body', undefined, 'body_missing'],
    ['an empty body', '', 'body_missing'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'body_not_utf8'],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'body_not_utf8'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'json_malformed'],
    ['broken JSON', '{"a":1,}', 'json_malformed'],
    ['a comment', '{/* */}', 'json_malformed'],
    ['a raw control character', '{"a":"\u0001"}', 'json_malformed'],
    ['NaN', '{"a":NaN}', 'json_malformed'],
    ['two values', '{}{}', 'json_malformed'],
    ['a list', '[]', 'json_not_an_object'],
    ['null', 'null', 'json_not_an_object'],
    ['a number beyond range', '{"a":[1,-1e999]}', 'number_out_of_range', 'a[1]'],
    ['an escaped NUL', '{"a":{"b":"x\\u0000"}}', 'text_not_unicode', 'a.b'],
    ['half a pair', '{"a":"\\ud800x"}', 'text_not_unicode', 'a'],
    ['half a pair in a name', '{"\\udc00":1}', 'field_name_forbidden', '["\\udc00"]'],
    ['a NUL in a name', '{"a":{"x\\u0000":1}}', 'field_name_forbidden', 'a["x\\u0000"]'],
    ['__proto__', '{"a":{"__proto__":{}}}', 'field_name_forbidden', 'a.__proto__'],
    ['__proto__ in a list', '{"a":[0,{"__proto__":1}]}', 'field_name_forbidden', 'a[1].__proto__'],
    ['__proto__ in disguise', '{"\\u005f_proto__":1}', 'field_name_forbidden', '__proto__'],
    ['65 levels', `${'{"a":'.repeat(65)}0${'}'.repeat(65)}`, 'json_too_deep', 'a.a.a'],
    ['a thousand levels', `{"a":${'['.repeat(1e3)}${']'.repeat(1e3)}}`, 'json_too_deep', 'a[0][0]'],
    ['a million levels', `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`, 'json_too_deep'],
    ['thousands of levels that never close', `{"a":${'['.repeat(1e5)}`, 'json_too_deep'],
    ['a million values', `{"a":[${'0,'.repeat(1e6)}0]}`, 'json_too_many_values'],
  ])('rejects %s and names the path of the field', (_, body, code, param = undefined) => {
    const refusal = refusalOf(body);
    expect(refusal).toMatchObject({ type: 'invalid_request_error', code });
    expect(refusal.param).toBe(param);
  });

  it('accepts 64 levels', () => {
    expect(() => readJsonObject(Buffer.from(`${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`))).not.toThrow();
  });

  it('reports the position of a syntax error', () => {
    expect(refusalOf('{\n  "a": 1\n  "b": 2\n}').message).toBe(
      'The body is not valid JSON, line 3, column 3: comma expected.',
    );
  });
});
