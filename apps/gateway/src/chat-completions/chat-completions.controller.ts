import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { chatInputSchema, chatResponseChunkSchema, chatResponseSchema, type ChatInput } from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { CountsAgainstLimits } from '../limits/counts-against-limits.decorator.js';
import { chatBodyBytes } from '../http/limits.js';
import { BodyPipe } from '../http/schema.pipe.js';
import { chatErrors } from '../openapi/inference-errors.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { ChatCompletionsService } from './chat-completions.service.js';

/** Answers to conversations. */
@Resource('Chat')
@Controller('api/v1/chat/completions')
export class ChatCompletionsController {
  constructor(private readonly chats: ChatCompletionsService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ bodyBytes: chatBodyBytes, alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'createChatCompletion',
    summary: 'Answer a conversation',
    description:
      'With `stream: true` the answer is a stream of server-sent events: one `data:` line with a ChatResponseChunk each, then ' +
      '`data: [DONE]`. What goes wrong after the first event is one event with an Error, and the stream ends without `[DONE]`. ' +
      'Every 15 seconds without an event there is a comment line. An answer has ended only after its interaction is kept.',
    answers: { 'application/json': chatResponseSchema, 'text/event-stream': chatResponseChunkSchema },
    errors: chatErrors,
  })
  complete(
    @Body(new BodyPipe(chatInputSchema)) input: ChatInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.chats.complete(input, request, reply);
  }
}
