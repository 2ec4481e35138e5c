import { Injectable } from '@nestjs/common';
import type { ChatMessage, MessagePart } from '@earshot/contracts-inference';
import { AppError, invalidRequest } from '@earshot/errors';
import { ImageStore, type PictureOwner } from './image-store.js';

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
    if (!messages.some(({ content }) => typeof content !== 'string')) return messages;
    return Promise.all(messages.map((message, index) => this.#message(message, owner, `messages[${index}].content`)));
  }

  async #message(message: ChatMessage, owner: PictureOwner, path: string): Promise<ChatMessage> {
    if (typeof message.content === 'string') return message;
    const parts = message.content.map((part, index) => this.#part(part, owner, `${path}[${index}].image_url`));
    return { ...message, content: await Promise.all(parts) };
  }

  async #part(part: MessagePart, owner: PictureOwner, param: string): Promise<MessagePart> {
    if (part.type === 'text') return part;
    if (part.url.startsWith('/') && !part.url.startsWith(`/images/${owner.projectId}/`)) {
      const message = 'The picture is of another project: send it itself, or the address that it has in this one.';
      throw invalidRequest('image_not_of_project', message, { param });
    }
    if (!part.url.startsWith('data:')) return part;
    try {
      return { ...part, url: await this.images.keep(part.url, owner) };
    } catch (error) {
      throw error instanceof AppError ? new AppError({ ...error, message: error.message, param, cause: error }) : error;
    }
  }
}
