import type { ChatMessage, MessagePart } from '@earshot/contracts-inference';
import { picturesTooLarge } from '../chat/chat.errors.js';
import type { ImageContext, ImageSource } from './image-sources.js';
import type { LoadedPrompt } from '../chat/loaded-prompts.js';

/** Most that the pictures of a conversation have together as providers read them, in characters: five of the largest. */
export const maxPicturesLength = 140 * 1_048_576;

/** What reading what a request refers to depends on. */
export interface ReadingContext extends ImageContext {
  /** Takes account of what is read. */
  readonly loaded: LoadedPrompt;
}

/** Whether there are pictures in a conversation. */
export function hasImages(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ content }) => typeof content !== 'string');
}

/** Whether a conversation has calls of functions in it, or what came of them. */
export function hasCalls(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ role, tool_calls }) => role === 'tool' || tool_calls !== undefined);
}

/**
 * The conversation with its pictures in it, as providers read it; one that is there more than once is fetched once.
 *
 * @throws AppError `image_too_large` for more than {@link maxPicturesLength}, `queue_full`, and those of the source; the reason of an abort
 */
export async function withImages(
  messages: readonly ChatMessage[],
  source: ImageSource,
  { loaded, ...context }: ReadingContext,
): Promise<ChatMessage[]> {
  const pictures = new Map<string, string>();
  let length = 0;
  for (const part of messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))) {
    // One after the other: each may be of many megabytes.
    if (!isElsewhere(part)) continue;
    const picture = pictures.get(part.url) ?? (await source.load(part.url, context));
    context.signal.throwIfAborted();
    pictures.set(part.url, picture);
    // Each time it is named it is in what the provider gets.
    length += picture.length;
    if (length > maxPicturesLength) throw picturesTooLarge();
    loaded.add(picture.length);
  }
  const read = (part: MessagePart) => (isElsewhere(part) ? { ...part, url: pictures.get(part.url) ?? part.url } : part);
  return messages.map((message) =>
    typeof message.content === 'string' ? message : { ...message, content: message.content.map(read) },
  );
}

function isElsewhere(part: MessagePart): part is Extract<MessagePart, { type: 'image' }> {
  return part.type === 'image' && !part.url.startsWith('data:');
}
