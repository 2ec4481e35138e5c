import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { environmentValue } from '../config.js';
import type { SecretReference } from './declaration.js';

/** The secret can't be had; the message names where it was looked for, never what was found. */
export class SecretError extends Error {}

/** Says what a reference looks like; never repeats what stands there, because that may be a secret after all. */
export const referenceExpected =
  'expected a reference to a secret, { env: NAME } or { file: path }, never the secret itself';

/** Keys and tokens have tens of bytes; a file above this is not one. */
const maxSecretBytes = 64 * 1024;

/** Whether a value of the file refers to a secret. */
export function isSecretReference(value: unknown): value is SecretReference {
  if (typeof value !== 'object' || value === null) return false;
  const [field, ...others] = Object.entries(value as Record<string, unknown>);
  if (!field || others.length > 0) return false;
  const [kind, where] = field;
  return (kind === 'env' || kind === 'file') && typeof where === 'string' && where !== '';
}

/**
 * The secret that is referred to, without white space around it.
 *
 * @param folder what paths of files are relative to: the declaration's own folder.
 * @throws SecretError
 */
export function readSecret(reference: SecretReference, folder: string): string {
  const secret = 'env' in reference ? fromEnvironment(reference.env) : fromFile(reference.file, folder);
  if (secret === '') throw new SecretError('the secret is empty');
  return secret;
}

/** SHA-256 of an API key, lower-case hex: all that is ever sent of it. @throws SecretError when it has not the form of a key. */
export function hashApiKey(key: string): string {
  // 256 random bits in base62 are 43 characters (interface, section 1).
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
