import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  chatInputSchema,
  chatResponseChunkSchema,
  chatResponseSchema,
  completionInputSchema,
  generateResponseChunkSchema,
  generateResponseSchema,
  type ChatInput,
  type CompletionInput,
} from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { chatBodyBytes } from '../http/limits.js';
import { BodyPipe } from '../http/request-pipes.js';
import { chatErrors } from '../openapi/route-errors.js';
import { CountsAgainstLimits } from '../limits/limits.decorators.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { ChatCompletionsService } from './chat-completions.service.js';

/** Chat completions, and text completions in their legacy form. */
@Controller('api/v1')
export class ChatCompletionsController {
  constructor(private readonly chats: ChatCompletionsService) {}

  @Post('chat/completions')
  @Resource('Chat')
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ bodyBytes: chatBodyBytes, alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'createChatCompletion',
    summary: 'Create a chat completion',
    description:
      'With `stream: true`, the response is a stream of server-sent events. Each event is one `data:` line with a ' +
      'ChatResponseChunk; the last is `data: [DONE]`. An error after the first event is sent as one event with an Error, ' +
      'and the stream ends without `[DONE]`. A comment line is sent after every 15 seconds without an event. The answer ' +
      'ends only after its interaction is stored.',
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

  @Post('completions')
  @Resource('Text completions')
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'createCompletion',
    summary: 'Create a text completion',
    description:
      'Legacy form of a chat completion. The prompt is recorded as one user message. With `stream: true`, the response is ' +
      'a stream of server-sent events in the same format as a chat stream.',
    answers: { 'application/json': generateResponseSchema, 'text/event-stream': generateResponseChunkSchema },
    errors: chatErrors,
  })
  completeText(
    @Body(new BodyPipe(completionInputSchema)) input: CompletionInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.chats.completeText(input, request, reply);
  }
}
