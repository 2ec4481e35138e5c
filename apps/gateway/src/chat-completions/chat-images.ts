import { Injectable } from '@nestjs/common';
import type { ChatMessage, MessagePart } from '@earshot/contracts-inference';
import { AppError, invalidRequest } from '@earshot/errors';
import { ImageStore, type PictureOwner } from './image-store.js';

/** Pictures of one request that are brought into the store at one time: the others of it wait, not those of other requests. */
const atOnce = 8;

/** A picture that has come with a conversation, and where in the request. */
interface Picture {
  readonly dataUrl: string;
  readonly param: string;
}

/** Replaces the pictures that come with a conversation by their addresses. */
@Injectable()
export class ChatImages {
  constructor(private readonly images: ImageStore) {}

  /**
   * The same conversation, its pictures in the store; itself, at once, where none has come with it.
   *
   * @throws AppError `image_not_of_project`, and those of the store; each names the picture.
   */
  settle(messages: ChatMessage[], owner: PictureOwner): ChatMessage[] | Promise<ChatMessage[]> {
    const brought = picturesIn(messages, owner);
    return brought.length === 0 ? messages : this.#settle(messages, brought, owner);
  }

  async #settle(messages: ChatMessage[], brought: readonly Picture[], owner: PictureOwner): Promise<ChatMessage[]> {
    const addresses = new Map<string, string>();
    const waiting = brought.values();
    const keepSome = async () => {
      for (const picture of waiting) addresses.set(picture.dataUrl, await this.#keep(picture, owner));
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, brought.length) }, keepSome));
    const settled = (part: MessagePart) =>
      part.type === 'image' ? { ...part, url: addresses.get(part.url) ?? part.url } : part;
    return messages.map((message) =>
      typeof message.content === 'string' ? message : { ...message, content: message.content.map(settled) },
    );
  }

  async #keep({ dataUrl, param }: Picture, owner: PictureOwner): Promise<string> {
    try {
      return await this.images.keep(dataUrl, owner);
    } catch (error) {
      throw error instanceof AppError ? new AppError({ ...error, message: error.message, param, cause: error }) : error;
    }
  }
}

/** The pictures that came with the messages, each once. @throws AppError `image_not_of_project` */
function picturesIn(messages: readonly ChatMessage[], { projectId }: PictureOwner): Picture[] {
  const pictures = new Map<string, Picture>();
  for (const [index, { content }] of messages.entries()) {
    if (typeof content === 'string') continue;
    for (const [place, part] of content.entries()) {
      if (part.type !== 'image') continue;
      const param = `messages[${index}].content[${place}].image_url`;
      if (part.url.startsWith('/') && !part.url.startsWith(`/images/${projectId}/`)) throw notOfProject(param);
      if (part.url.startsWith('data:') && !pictures.has(part.url)) {
        pictures.set(part.url, { dataUrl: part.url, param });
      }
    }
  }
  return [...pictures.values()];
}

function notOfProject(param: string): AppError {
  const message = 'The picture is of another project: send it itself, or the address that it has in this one.';
  return invalidRequest('image_not_of_project', message, { param });
}
