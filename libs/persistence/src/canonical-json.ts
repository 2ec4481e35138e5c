import { hash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

const stringify = configure({ deterministic: true, circularValue: Error });

/** JSON text with sorted fields, the same for equal values. @throws TypeError for a value without JSON text. */
export function canonicalJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('the value cannot be written as JSON');
  return text;
}

/** SHA-256 of a command's type and body, independent of the order of fields. */
export function fingerprint(type: string, body: unknown): Buffer {
  return hash('sha256', `${type}\n${canonicalJson(body)}`, 'buffer');
}
