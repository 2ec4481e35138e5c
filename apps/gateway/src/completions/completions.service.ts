import { Injectable } from '@nestjs/common';
import type { CompletionInput } from '@earshot/dto-inference';
import { AppError } from '@earshot/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChatCompletionsService } from '../chat-completions/chat-completions.service.js';
import { textShape } from './text-shape.js';

/** Takes text completions where chats go. */
@Injectable()
export class CompletionsService {
  constructor(private readonly chats: ChatCompletionsService) {}

  /** As {@link ChatCompletionsService.complete}: the prompt is one message of the user. */
  async complete(input: CompletionInput, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { prompt, ...rest } = input;
    const chat = { ...rest, messages: [{ role: 'user' as const, content: prompt }] };
    try {
      await this.chats.complete(chat, request, reply, textShape);
    } catch (error) {
      throw inTermsOfPrompt(error);
    }
  }
}

/** What is wrong with the messages is wrong with what the caller knows as the prompt. */
function inTermsOfPrompt(error: unknown): unknown {
  if (!(error instanceof AppError) || error.param?.startsWith('messages') !== true) return error;
  return new AppError({ ...error, message: error.message, param: 'prompt', cause: error });
}
