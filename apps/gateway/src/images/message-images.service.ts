import { Injectable } from '@nestjs/common';
import type { ChatMessage, MessagePart } from '@earshot/contracts-inference';
import { AppError, invalidRequest } from '@earshot/errors';
import { ImagesService, type ImageOwner } from './images.service.js';

/** Uploads of one request that run at a time. Other requests do not wait for them. */
const maxConcurrentUploads = 8;

/** An inline image, and where the request has it. */
interface InlineImage {
  readonly dataUrl: string;
  readonly param: string;
}

/** Stores the inline images of messages and replaces them by their addresses. */
@Injectable()
export class MessageImages {
  constructor(private readonly images: ImagesService) {}

  /**
   * Returns the messages with addresses in place of inline images; the same messages, without a promise, if there are
   * none.
   *
   * @throws AppError `image_not_of_project`, and the errors of {@link ImagesService.store}; `param` names the image.
   */
  store(messages: ChatMessage[], owner: ImageOwner): ChatMessage[] | Promise<ChatMessage[]> {
    const inline = inlineImagesOf(messages, owner);
    return inline.length === 0 ? messages : this.#replace(messages, inline, owner);
  }

  async #replace(messages: ChatMessage[], inline: readonly InlineImage[], owner: ImageOwner): Promise<ChatMessage[]> {
    const addresses = new Map<string, string>();
    const queue = inline.values();
    const upload = async () => {
      for (const image of queue) addresses.set(image.dataUrl, await this.#upload(image, owner));
    };
    await Promise.all(Array.from({ length: Math.min(maxConcurrentUploads, inline.length) }, upload));
    const replaced = (part: MessagePart) =>
      part.type === 'image' ? { ...part, url: addresses.get(part.url) ?? part.url } : part;
    return messages.map((message) =>
      typeof message.content === 'string' ? message : { ...message, content: message.content.map(replaced) },
    );
  }

  async #upload({ dataUrl, param }: InlineImage, owner: ImageOwner): Promise<string> {
    try {
      return await this.images.store(dataUrl, owner);
    } catch (error) {
      throw error instanceof AppError ? new AppError({ ...error, message: error.message, param, cause: error }) : error;
    }
  }
}

/** Returns each inline image once. @throws AppError `image_not_of_project` for an address in another project. */
function inlineImagesOf(messages: readonly ChatMessage[], { projectId }: ImageOwner): InlineImage[] {
  const images = new Map<string, InlineImage>();
  for (const [index, { content }] of messages.entries()) {
    if (typeof content === 'string') continue;
    for (const [position, part] of content.entries()) {
      if (part.type !== 'image') continue;
      const param = `messages[${index}].content[${position}].image_url`;
      if (part.url.startsWith('/') && !part.url.startsWith(`/images/${projectId}/`)) throw notOfProject(param);
      if (part.url.startsWith('data:') && !images.has(part.url)) images.set(part.url, { dataUrl: part.url, param });
    }
  }
  return [...images.values()];
}

function notOfProject(param: string): AppError {
  const message = 'The image belongs to another project. Send the image itself, or its address in this project.';
  return invalidRequest('image_not_of_project', message, { param });
}
