import { describe, expect, it } from '@jest/globals';
import { createModelSchema, updateModelSchema } from './model.js';

const openai = { kind: 'openai', base_url: 'https://api.openai.com/v1', model: 'gpt' };
const llama = { kind: 'llama', model_file: 'demo.gguf' };
const takes = (body: object) => createModelSchema.safeParse({ key: 'm', provider: llama, ...body }).success;

describe('a model', () => {
  it.each(['http://127.0.0.1:11434/v1', 'https://api.example.org/a/b/', 'http://[::1]:80', 'http://host'])(
    'may run at %s',
    (base_url) => {
      expect(takes({ provider: { ...openai, base_url } })).toBe(true);
    },
  );

  it.each([
    'ftp://host/',
    'host/v1',
    'http://user:password@host/',
    'http://user@host/',
    'http://host/?a=b',
    'http://host/#x',
    'http://ho st/',
    'http://host/\u0000',
    'http:\\\\host',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '',
  ])('may not run at %j', (base_url) => {
    expect(takes({ provider: { ...openai, base_url } })).toBe(false);
  });

  it.each(['demo.gguf', 'a/b-c_d.1.gguf'])('may be read from %s', (model_file) => {
    expect(takes({ provider: { kind: 'llama', model_file } })).toBe(true);
  });

  it.each(['../x.gguf', 'a/../b', '/etc/passwd', 'a//b', '.hidden', 'a/.b', 'C:\\x', 'x\u0000', ''])(
    'may not be read from %j',
    (model_file) => {
      expect(takes({ provider: { kind: 'llama', model_file } })).toBe(false);
    },
  );

  it.each([{ foo: 1 }, { provider: { ...llama, foo: 1 } }, { parameters: { seed: 1 } }, { key: 'A b' }])(
    'may not have %j',
    (body) => {
      expect(takes(body)).toBe(false);
    },
  );

  it('may fall back on eight others, each named once', () => {
    const keys = Array.from({ length: 9 }, (_, index) => `model-${index}`);
    for (const fallback of [[], ['other'], keys.slice(1)]) expect(takes({ fallback })).toBe(true);
    for (const fallback of [keys, ['a', 'a'], ['A b'], 'other', null]) expect(takes({ fallback })).toBe(false);
  });

  it('changes only the given fields', () => {
    expect(updateModelSchema.parse({ name: 'n' })).toEqual({ name: 'n' });
  });
});
