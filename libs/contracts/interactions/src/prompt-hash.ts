import { hash } from 'node:crypto';
import type { RecordedMessage } from './recorded.js';

/**
 * SHA-256, in lower-case hex, of the canonical form of a conversation: the JSON array of its `[role, content]` pairs in order, without white
 * space, where an assistant makes calls with those as a third, `[id, name, arguments]`; a content with pictures in it is the array of its `[type, text or address]` pairs. Two conversations are the same prompt when this
 * is the same.
 */
export function promptHash(messages: readonly Pick<RecordedMessage, 'role' | 'content' | 'tool_calls'>[]): string {
  const canonical = JSON.stringify(
    messages.map(({ role, content, tool_calls: calls }) =>
      calls === undefined
        ? [role, canonicalContent(content)]
        : [role, canonicalContent(content), calls.map(canonicalCall)],
    ),
  );
  return hash('sha256', canonical);
}

function canonicalCall({ id, name, arguments: written }: NonNullable<RecordedMessage['tool_calls']>[number]) {
  return [id, name, written];
}

function canonicalContent(content: RecordedMessage['content']) {
  if (typeof content === 'string') return content;
  return content.map((part) => [part.type, part.type === 'text' ? part.text : part.url]);
}
