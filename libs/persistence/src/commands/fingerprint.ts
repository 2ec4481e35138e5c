import { hash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.js';

/** SHA-256 by which two commands are the same: type and body, whatever the order of the body's fields. */
export function fingerprint(type: string, body: unknown): Buffer {
  return hash('sha256', `${type}\n${canonicalJson(body)}`, 'buffer');
}
