import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { environmentValue } from '../config.js';
import type { SecretReference } from './declaration.js';

/** A secret cannot be read; the message names its source, never its value. */
export class SecretError extends Error {}

/** The error of an invalid reference. It does not repeat the value, which may be a secret. */
export const referenceExpected =
  'expected a reference to a secret, { env: NAME } or { file: path }, never the secret itself';

/** Maximum size of a secret file; keys and tokens have tens of bytes. */
const maxSecretBytes = 64 * 1024;

/** Whether a value is a reference to a secret. */
export function isSecretReference(value: unknown): value is SecretReference {
  if (typeof value !== 'object' || value === null) return false;
  const [field, ...others] = Object.entries(value as Record<string, unknown>);
  if (!field || others.length > 0) return false;
  const [kind, where] = field;
  return (kind === 'env' || kind === 'file') && typeof where === 'string' && where !== '';
}

/** Reads a secret and trims it. @param folder base of file paths: the folder of the declaration. @throws SecretError */
export function readSecret(reference: SecretReference, folder: string): string {
  const secret = 'env' in reference ? fromEnvironment(reference.env) : fromFile(reference.file, folder);
  if (secret === '') throw new SecretError('the secret is empty');
  return secret;
}

/** SHA-256 of an API key, lower-case hex; the key itself is never sent. @throws SecretError if it is no valid key. */
export function hashApiKey(key: string): string {
  // 256 random bits in base62 are 43 characters.
  if (!/^es_[0-9A-Za-z]{43}$/.test(key)) {
    throw new SecretError('the secret is not an API key: expected es_ and 43 letters or digits');
  }
  return createHash('sha256').update(key).digest('hex');
}

function fromEnvironment(name: string): string {
  const value = environmentValue(name);
  if (value === undefined) throw new SecretError(`the environment variable ${name} is not set`);
  return value.trim();
}

function fromFile(path: string, folder: string): string {
  const file = resolve(folder, path);
  try {
    if (statSync(file).size > maxSecretBytes) throw new SecretError(`the file ${path} is too large to be a secret`);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof SecretError) throw error;
    throw new SecretError(`the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}
