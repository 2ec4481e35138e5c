import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { CountsAgainstLimits } from '../limits/counts-against-limits.decorator.js';
import { chatBodyBytes } from '../http/limits.js';
import { ChatCompletionsService } from './chat-completions.service.js';

/** Answers to conversations. */
@Controller('api/v1/chat/completions')
export class ChatCompletionsController {
  constructor(private readonly chats: ChatCompletionsService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ bodyBytes: chatBodyBytes, alsoProduces: 'text/event-stream' })
  complete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.chats.complete(request, reply);
  }
}
