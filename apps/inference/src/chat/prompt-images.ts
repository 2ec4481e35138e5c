import type { ChatMessage, MessagePart } from '@earshot/contracts-inference';
import { imagesTooLarge } from './chat.errors.js';
import type { ImageContext, Images } from '../images/images.js';
import type { LoadedPrompt } from './loaded-prompts.js';

/** Limit of all images of a conversation as `data:` URLs, in characters: five of the largest. */
export const maxImagesLength = 140 * 1_048_576;

/** Dependencies of loading a prompt. */
export interface ReadingContext extends ImageContext {
  readonly loaded: LoadedPrompt;
}

/** Whether a conversation contains images. */
export function hasImages(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'image'));
}

/** Loads all images, each once. @throws AppError `image_too_large`, `queue_full`, and those of {@link Images.load} */
export async function withImages(
  messages: readonly ChatMessage[],
  source: Pick<Images, 'load'>,
  { loaded, ...context }: ReadingContext,
): Promise<ChatMessage[]> {
  const images = new Map<string, string>();
  let length = 0;
  for (const part of messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))) {
    // Sequential: each image may have many megabytes.
    if (!isElsewhere(part)) continue;
    const image = images.get(part.url) ?? (await source.load(part.url, context));
    context.signal.throwIfAborted();
    images.set(part.url, image);
    // A repeated image is sent to the provider each time.
    length += image.length;
    if (length > maxImagesLength) throw imagesTooLarge();
    loaded.add(image.length);
  }
  const read = (part: MessagePart) => (isElsewhere(part) ? { ...part, url: images.get(part.url) ?? part.url } : part);
  return messages.map((message) =>
    typeof message.content === 'string' ? message : { ...message, content: message.content.map(read) },
  );
}

function isElsewhere(part: MessagePart): part is Extract<MessagePart, { type: 'image' }> {
  return part.type === 'image' && !part.url.startsWith('data:');
}
