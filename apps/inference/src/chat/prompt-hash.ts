import { createHash } from 'node:crypto';

/**
 * SHA-256, in lower-case hex, of the canonical form of a conversation: the JSON array of its `[role, content]` pairs in
 * order, without white space. Two conversations are the same prompt when this is the same.
 */
export function promptHash(messages: readonly { role: string; content: string }[]): string {
  const canonical = JSON.stringify(messages.map(({ role, content }) => [role, content]));
  return createHash('sha256').update(canonical).digest('hex');
}
