import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  chatInputSchema,
  completionInputSchema,
  embeddingsInputSchema,
  embeddingsResponseSchema,
  listedModelSchema,
  modelListSchema,
  openaiChatChunkSchema,
  openaiChatResponseSchema,
  openaiTextResponseSchema,
  type ChatInput,
  type CompletionInput,
  type EmbeddingsInput,
} from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { Context, type RequestContext } from '../auth/request-context.js';
import { ChatCompletionsService } from '../chat-completions/chat-completions.service.js';
import { EmbeddingsService } from '../embeddings/embeddings.service.js';
import { chatBodyBytes } from '../http/limits.js';
import { BodyPipe } from '../http/request-pipes.js';
import { CountsAgainstLimits } from '../limits/limits.decorators.js';
import { ModelListService } from '../models/model-list.service.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { chatErrors, embeddingErrors } from '../openapi/route-errors.js';
import { openaiChatFormat, openaiTextFormat } from './openai-shapes.js';

/** The routes of OpenAI's interface, with answers to the letter. They share services and records with `/api/v1`. */
@Resource('OpenAI')
@Controller('openai/v1')
export class OpenaiDialectController {
  constructor(
    private readonly chats: ChatCompletionsService,
    private readonly embeddings: EmbeddingsService,
    private readonly models: ModelListService,
  ) {}

  @Post('chat/completions')
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ bodyBytes: chatBodyBytes, alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'createOpenaiChatCompletion',
    summary: 'Create a chat completion as OpenAI does',
    description:
      'Like `POST /api/v1/chat/completions`, but the answer has no fields of Earshot. The headers ' +
      '`x-earshot-session-id` and `x-earshot-completion-ids` have the ids. Feedback also takes the `id` of an answer ' +
      'with one choice.',
    answers: { 'application/json': openaiChatResponseSchema, 'text/event-stream': openaiChatChunkSchema },
    errors: chatErrors,
  })
  complete(
    @Body(new BodyPipe(chatInputSchema)) input: ChatInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.chats.complete(input, request, reply, openaiChatFormat);
  }

  @Post('completions')
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'createOpenaiCompletion',
    summary: 'Create a text completion as OpenAI does',
    answers: { 'application/json': openaiTextResponseSchema, 'text/event-stream': openaiTextResponseSchema },
    errors: chatErrors,
  })
  completeText(
    @Body(new BodyPipe(completionInputSchema)) input: CompletionInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.chats.completeText(input, request, reply, openaiTextFormat);
  }

  @Post('embeddings')
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RawOperation({
    id: 'createOpenaiEmbeddings',
    summary: 'Create embeddings as OpenAI does',
    answers: { 'application/json': embeddingsResponseSchema },
    errors: embeddingErrors,
  })
  embed(
    @Body(new BodyPipe(embeddingsInputSchema)) input: EmbeddingsInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.embeddings.embed(input, request, reply);
  }

  @Get('models')
  @Operation({ id: 'listOpenaiModels', summary: 'List models as OpenAI does', answer: modelListSchema })
  @RequirePermission()
  list(@Context() { caller }: RequestContext) {
    return this.models.list(caller);
  }

  @Get('models/:project')
  @Operation({
    id: 'readOpenaiModel',
    summary: 'Get a model as OpenAI does',
    description: 'The name is `{project}` or `{project}/{model}` with a percent-encoded slash.',
    answer: listedModelSchema,
    errors: ['model_not_found'],
  })
  @RequirePermission()
  retrieve(@Context() { caller }: RequestContext, @Param('project') name: string) {
    return this.models.find(caller, name);
  }

  @Get('models/:project/:model')
  @Operation({
    id: 'readOpenaiModelOfProject',
    summary: 'Get a model by project as OpenAI does',
    answer: listedModelSchema,
  })
  @RequirePermission()
  retrieveOf(@Context() { caller }: RequestContext, @Param('project') project: string, @Param('model') model: string) {
    return this.models.find(caller, `${project}/${model}`);
  }
}
