import { createHash } from 'node:crypto';
import type { RecordedMessage } from './recorded.js';

/**
 * SHA-256, in lower-case hex, of the canonical form of a conversation: the JSON array of its `[role, content]` pairs in order, without white
 * space; a content with pictures in it is the array of its `[type, text or address]` pairs. Two conversations are the same prompt when this
 * is the same.
 */
export function promptHash(messages: readonly Pick<RecordedMessage, 'role' | 'content'>[]): string {
  const canonical = JSON.stringify(messages.map(({ role, content }) => [role, canonicalContent(content)]));
  return createHash('sha256').update(canonical).digest('hex');
}

function canonicalContent(content: RecordedMessage['content']) {
  if (typeof content === 'string') return content;
  return content.map((part) => [part.type, part.type === 'text' ? part.text : part.url]);
}
