import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.js';

/** SHA-256 by which two commands are the same: type and body, whatever the order of the body's fields. */
export function fingerprint(type: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${type}\n${canonicalJson(body)}`)
    .digest();
}
