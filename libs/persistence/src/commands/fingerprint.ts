import { hash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.js';

/** SHA-256 of a command's type and body, independent of the order of fields. */
export function fingerprint(type: string, body: unknown): Buffer {
  return hash('sha256', `${type}\n${canonicalJson(body)}`, 'buffer');
}
