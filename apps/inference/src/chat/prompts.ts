import { Injectable } from '@nestjs/common';
import { StoredObjects } from '@earshot/storage-client';
import { z } from 'zod';
import { chatMessage, type ChatMessage, type ChatRequest } from '@earshot/contracts-inference';
import { interrupted, imagesNotSupported, ttftExceeded } from './chat.errors.js';
import type { ChatTarget } from './chat-target.js';
import type { FirstTokenDeadline } from './first-token-deadline.js';
import { Images } from '../images/images.js';
import { hasImages, type ReadingContext, withImages } from './prompt-images.js';

const conversationSchema = z.array(chatMessage).min(1);

/** A request with all that it refers to. */
export interface Prompt {
  /** The request with its messages in it, wherever they came from. */
  readonly request: ChatRequest;
  /** The same messages, as providers read them. */
  readonly messages: ChatMessage[];
  readonly usesImages: boolean;
}

/** What reading a prompt depends on. */
export interface PromptContext extends Omit<ReadingContext, 'projectId'> {
  readonly deadline?: FirstTokenDeadline;
}

/** Loads the conversations and images that requests refer to. */
@Injectable()
export class Prompts {
  constructor(
    private readonly objects: StoredObjects,
    private readonly images: Images,
  ) {}

  /** @throws AppError `model_not_capable`, `service_unavailable`, `ttft_exceeded`, and those of {@link Images.load} */
  async read(request: ChatRequest, target: ChatTarget, context: PromptContext): Promise<Prompt> {
    try {
      const whole = await this.#whole(request, context);
      const usesImages = hasImages(whole.messages);
      if (usesImages && !target.model.capabilities.includes('images')) throw imagesNotSupported(target.name);
      const messages = usesImages
        ? await withImages(whole.messages, this.images, { ...context, projectId: request.project_id })
        : whole.messages;
      return { request: whole, messages, usesImages };
    } catch (error) {
      if (!context.signal.aborted) throw error;
      throw context.deadline?.isMissed === true ? ttftExceeded() : interrupted();
    }
  }

  async #whole(request: ChatRequest, { call, signal, loaded }: PromptContext): Promise<ChatRequest> {
    const { conversation } = request;
    if (conversation === undefined) return request;
    loaded.add(conversation.size);
    const object = { kind: 'conversation', project_id: request.project_id, name: conversation.name } as const;
    const { bytes } = await this.objects.load(object, call, signal);
    return { ...request, messages: conversationSchema.parse(JSON.parse(bytes.toString('utf8'))) };
  }
}
