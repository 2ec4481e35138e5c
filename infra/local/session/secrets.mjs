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

/** @returns {string} A password of 192 random bits that needs no quoting in an address, in SQL or in a shell. */
export function newPassword() {
  return randomBytes(24).toString('hex');
}

/** @returns {string} The key with which provider secrets are encrypted: 256 random bits in base64. */
export function newSecretKey() {
  return randomBytes(32).toString('base64');
}

/**
 * A secret that is made once and kept in a file that only its owner can read.
 *
 * @param {string} file
 * @param {() => string} make
 * @returns {string}
 */
export function keptSecret(file, make) {
  const kept = readOrNull(file)?.trim();
  if (kept) return kept;
  const secret = make();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

/**
 * Passwords of the servers, by name, made when they are first asked for. The file is not read before that: what it had may be deleted until then.
 *
 * @param {string} file
 * @returns {(name: string) => string}
 */
export function keptPasswords(file) {
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
 * @returns {string[]} Its lines that have something; none where it is not there.
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
