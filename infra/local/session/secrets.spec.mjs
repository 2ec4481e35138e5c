import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { storedPasswords, storedSecret, linesOf, newApiKey, newSecretKey } from './secrets.mjs';

describe('secrets', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-secrets-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('creates unique keys of one form', () => {
    const keys = Array.from({ length: 100 }, newApiKey);
    expect(keys.every((key) => /^es_[0-9A-Za-z]{43}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Buffer.from(newSecretKey(), 'base64')).toHaveLength(32);
  });

  it('stores a secret, readable for its owner only', () => {
    const file = path.join(dir, 'deep', 'admin-key');
    const made = storedSecret(file, newApiKey);
    expect(storedSecret(file, newApiKey)).toBe(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('reads additional keys, one a line, and none without the file', () => {
    const file = path.join(dir, 'secret-keys-accepted');
    expect(linesOf(file)).toEqual([]);
    writeFileSync(file, 'one\n\n two \n');
    expect(linesOf(file)).toEqual(['one', 'two']);
  });

  it('stores one password for each owner', () => {
    const file = path.join(dir, 'passwords.json');
    const password = storedPasswords(file);
    expect(password('projects')).not.toBe(password('inference'));
    expect(storedPasswords(file)('projects')).toBe(password('projects'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('stores created keys in the file after others were deleted', () => {
    const file = path.join(dir, 'passwords.json');
    storedPasswords(file)('projects');
    const password = storedPasswords(file);
    rmSync(file);
    expect(password('projects')).toBe(storedPasswords(file)('projects'));
  });
});
