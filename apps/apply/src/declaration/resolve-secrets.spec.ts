import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDeclaration } from './read-declaration.js';
import { resolveSecrets } from './resolve-secrets.js';

const variable = 'EARSHOT_TEST_SECRET';
const secret = `es_${'a'.repeat(43)}`;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-apply-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  delete process.env[variable];
});

function resolve(...keys: string[]) {
  const { declaration, source } = readDeclaration(
    'earshot.yaml',
    ['api_keys:', ...keys.map((key) => `  - ${key}`)].join('\n'),
  );
  return resolveSecrets(declaration, source, 'earshot.yaml', folder).apiKeys;
}

describe('resolveSecrets', () => {
  it('hashes a key from the environment, and keeps nothing else of it', () => {
    process.env[variable] = secret;
    const keys = resolve(`{ name: a, secret: { env: ${variable} } }`);
    expect(keys[0]?.body).toMatchObject({ key_sha256: createHash('sha256').update(secret).digest('hex') });
    expect(JSON.stringify(keys)).not.toContain(secret);
  });

  it('reads a file beside the declaration, without its final newline', () => {
    writeFileSync(join(folder, 'key'), `${secret}\n`);
    expect(resolve('{ name: a, secret: { file: key } }')[0]?.body).toHaveProperty('key_sha256');
  });

  it.each([
    [
      'a variable that is not set',
      `{ name: a, secret: { env: ${variable} } }`,
      undefined,
      /2:\d+: .*EARSHOT_TEST_SECRET is not set/,
    ],
    [
      'a file that is not there',
      '{ name: a, secret: { file: nothing } }',
      undefined,
      /2:\d+: .*nothing cannot be read \(ENOENT\)/,
    ],
    [
      'what has not the form of a key',
      `{ name: a, secret: { env: ${variable} } }`,
      'hunter2',
      /2:\d+: .*is not an API key/,
    ],
  ])('rejects %s with its line and without the secret', (_what, key, value, expected) => {
    if (value !== undefined) process.env[variable] = value;
    expect(() => resolve(key)).toThrow(expected);
    expect(() => resolve(key)).not.toThrow(/hunter2/);
  });

  it('rejects one secret for two keys', () => {
    process.env[variable] = secret;
    const key = (name: string) => `{ name: ${name}, secret: { env: ${variable} } }`;
    expect(() => resolve(key('a'), key('b'))).toThrow(/earshot\.yaml:3:\d+: .*another key has the same secret/);
  });

  it('needs no secret for an expired key', () => {
    expect(() => resolve(`{ name: a, expires_at: 2020-01-01T00:00:00Z, secret: { env: ${variable} } }`)).not.toThrow();
  });
});
