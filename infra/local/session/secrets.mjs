import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is just above 2^256. */
const digits = 43;

/** @returns {string} An API key: `es_` and 256 random bits in base62. */
export function newApiKey() {
  let number = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < digits; digit++) {
    text = base62[Number(number % 62n)] + text;
    number /= 62n;
  }
  return `es_${text}`;
}

/** @returns {string} A password of 192 random bits that needs no quoting in URLs, SQL or shells. */
export function newPassword() {
  return randomBytes(24).toString('hex');
}

/** @returns {string} The key that encrypts provider secrets: 256 random bits in base64. */
export function newSecretKey() {
  return randomBytes(32).toString('base64');
}

/**
 * Reads a secret, or creates it in a file that only its owner can read.
 *
 * @param {string} file
 * @param {() => string} make
 * @returns {string}
 */
export function storedSecret(file, make) {
  const kept = readOrNull(file)?.trim();
  if (kept) return kept;
  const secret = make();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

/**
 * Passwords of the servers by name, created on first use. The file is read lazily, because its data may be deleted
 * first.
 *
 * @param {string} file
 * @returns {(name: string) => string}
 */
export function storedPasswords(file) {
  /** @type {Record<string, string> | undefined} */
  let passwords;
  return (name) => {
    passwords ??= /** @type {Record<string, string>} */ (JSON.parse(readOrNull(file) ?? '{}'));
    const kept = passwords[name];
    if (kept !== undefined) return kept;
    const password = newPassword();
    passwords[name] = password;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
    return password;
  };
}

/**
 * @param {string} file
 * @returns {string[]} Non-empty lines; none if the file is missing.
 */
export function linesOf(file) {
  return (readOrNull(file) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** @param {string} file */
function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}
