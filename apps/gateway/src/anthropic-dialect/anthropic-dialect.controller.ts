import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  anthropicCountedSchema,
  anthropicCountSchema,
  anthropicEventSchema,
  anthropicInputSchema,
  anthropicMessageSchema,
  anthropicModelListSchema,
  anthropicModelQuerySchema,
  anthropicModelSchema,
  type AnthropicCount,
  type AnthropicInput,
  type AnthropicModelQuery,
} from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, type RequestContext } from '../auth/request-context.js';
import { RequirePermission } from '../auth/route.decorators.js';
import { chatBodyBytes } from '../http/limits.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { CountsAgainstLimits } from '../limits/limits.decorators.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { chatErrors } from '../openapi/route-errors.js';
import { AnthropicDialectService } from './anthropic-dialect.service.js';

/** The routes of Anthropic's Messages API. They share services and records with `/api/v1`. */
@Resource('Anthropic')
@Controller('anthropic/v1')
export class AnthropicDialectController {
  constructor(private readonly dialect: AnthropicDialectService) {}

  @Post('messages')
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ bodyBytes: chatBodyBytes, alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'createAnthropicMessage',
    summary: 'Create a message as Anthropic does',
    description:
      'A chat in the form of the Messages API. With `stream: true`, the response is a stream of its events; an error ' +
      'after the first event is sent as the event `error`. Parameters that the provider does not support are dropped ' +
      'and listed in the header `x-earshot-dropped`. Errors have the form of the interface.',
    answers: { 'application/json': anthropicMessageSchema, 'text/event-stream': anthropicEventSchema },
    errors: chatErrors,
  })
  create(
    @Body(new BodyPipe(anthropicInputSchema)) input: AnthropicInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.dialect.create(input, request, reply);
  }

  @Post('messages/count_tokens')
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ bodyBytes: chatBodyBytes })
  @RawOperation({
    id: 'countAnthropicTokens',
    summary: 'Count the tokens of a prompt',
    description: 'Models of the embedded engine and of providers of kind `anthropic` count.',
    answers: { 'application/json': anthropicCountedSchema },
    errors: chatErrors,
  })
  count(
    @Body(new BodyPipe(anthropicCountSchema)) input: AnthropicCount,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.dialect.count(input, request, reply);
  }

  @Get('models')
  @Operation({ id: 'listAnthropicModels', summary: 'List models as Anthropic does', answer: anthropicModelListSchema })
  @RequirePermission()
  list(
    @Context() { caller }: RequestContext,
    @Query(new QueryPipe(anthropicModelQuerySchema)) query: AnthropicModelQuery,
  ) {
    return this.dialect.list(caller, query);
  }

  @Get('models/:project')
  @Operation({
    id: 'readAnthropicModel',
    summary: 'Get a model as Anthropic does',
    description: 'The name is `{project}` or `{project}/{model}` with a percent-encoded slash.',
    answer: anthropicModelSchema,
    errors: ['model_not_found'],
  })
  @RequirePermission()
  retrieve(@Context() { caller }: RequestContext, @Param('project') name: string) {
    return this.dialect.find(caller, name);
  }

  @Get('models/:project/:model')
  @Operation({
    id: 'readAnthropicModelOfProject',
    summary: 'Get a model by project as Anthropic does',
    answer: anthropicModelSchema,
  })
  @RequirePermission()
  retrieveOf(@Context() { caller }: RequestContext, @Param('project') project: string, @Param('model') model: string) {
    return this.dialect.find(caller, `${project}/${model}`);
  }
}
