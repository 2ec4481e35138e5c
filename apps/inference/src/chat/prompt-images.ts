import type { CallContext } from '@earshot/contracts-core';
import type { ChatMessage, MessagePart } from '@earshot/contracts-inference';
import type { ImageSource } from './image-source.js';

/** Whether there are pictures in a conversation. */
export function hasImages(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ content }) => typeof content !== 'string');
}

/** The conversation with its kept pictures in it, as providers read it; one that is there more than once is fetched once. */
export async function withImages(
  messages: readonly ChatMessage[],
  source: ImageSource,
  call: CallContext,
): Promise<ChatMessage[]> {
  const loaded = new Map<string, string>();
  for (const part of messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))) {
    // One after the other: each may be of many megabytes.
    if (isKept(part) && !loaded.has(part.url)) loaded.set(part.url, await source.load(part.url, call));
  }
  const read = (part: MessagePart) => (isKept(part) ? { ...part, url: loaded.get(part.url) ?? part.url } : part);
  return messages.map((message) =>
    typeof message.content === 'string' ? message : { ...message, content: message.content.map(read) },
  );
}

function isKept(part: MessagePart): part is Extract<MessagePart, { type: 'image' }> {
  return part.type === 'image' && part.url.startsWith('/');
}
