import { hash } from 'node:crypto';
import type { RecordedMessage } from './recorded.js';

/**
 * Hashes a conversation: SHA-256, in lower-case hex, of its canonical form. Equal hashes mean the same prompt.
 *
 * The canonical form is the JSON array of `[role, content]` pairs, in order and without white space. Calls of an
 * assistant are a third element, `[id, name, arguments]`. Content with images is the array of its `[type, text or
 * address]` pairs; text parts alone are the text that they make together.
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
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length === content.length) return texts.join('');
  return content.map((part) => [part.type, part.type === 'text' ? part.text : part.url]);
}
