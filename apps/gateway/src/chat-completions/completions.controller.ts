import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  completionInputSchema,
  generateResponseChunkSchema,
  generateResponseSchema,
  type CompletionInput,
} from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission, CountsAgainstLimits } from '../auth/route.decorators.js';
import { BodyPipe } from '../http/request-context.js';
import { chatErrors } from '../openapi/route-errors.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { ChatCompletionsService } from './chat-completions.service.js';

/** Answers to single texts, in the form of the older revision. */
@Resource('Text completions')
@Controller('api/v1/completions')
export class CompletionsController {
  constructor(private readonly chats: ChatCompletionsService) {}

  @Post()
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
  complete(
    @Body(new BodyPipe(completionInputSchema)) input: CompletionInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.chats.completeText(input, request, reply);
  }
}
