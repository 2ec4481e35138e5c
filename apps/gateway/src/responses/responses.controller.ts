import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  deletedResponseSchema,
  responseCreateSchema,
  responseEventSchema,
  responseInputListSchema,
  responseInputQuerySchema,
  responseSchema,
  type ResponseCreate,
  type ResponseInputQuery,
} from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, type RequestContext } from '../auth/request-context.js';
import { RequirePermission } from '../auth/route.decorators.js';
import { chatBodyBytes } from '../http/limits.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { CountsAgainstLimits } from '../limits/limits.decorators.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { chatErrors } from '../openapi/route-errors.js';
import { ResponsesService } from './responses.service.js';
import { StoredResponses } from './stored-responses.service.js';

const response = { description: 'Id of the response.', example: 'resp_01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06' };
const path = { response };

/** OpenAI's Responses API. Responses are interactions: the session of one goes on with `previous_response_id`. */
@Resource('OpenAI')
@Controller('openai/v1/responses')
export class ResponsesController {
  constructor(
    private readonly responses: ResponsesService,
    private readonly stored: StoredResponses,
  ) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RouteConfig({ bodyBytes: chatBodyBytes, alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'createResponse',
    summary: 'Create a response',
    description:
      'A chat in the form of the Responses API. With `stream: true`, the response is a stream of its events; an error ' +
      'after the first event is sent as `error` and `response.failed`. Parameters that the provider does not support, ' +
      "and tools of OpenAI's servers, are dropped and listed in the header `x-earshot-dropped`.",
    answers: { 'application/json': responseSchema, 'text/event-stream': responseEventSchema },
    errors: [...chatErrors, 'completion_not_found', 'object_not_found'],
  })
  create(
    @Body(new BodyPipe(responseCreateSchema)) input: ResponseCreate,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.responses.create(input, request, reply);
  }

  @Get(':response')
  @Operation({
    id: 'readResponse',
    summary: 'Get a response',
    description: 'A response can be read once it has ended.',
    answer: responseSchema,
    errors: ['completion_not_found', 'object_not_found'],
    path,
  })
  @RequirePermission('read')
  read(@Context() { caller, call }: RequestContext, @Param('response') id: string) {
    return this.stored.read(caller, id, call);
  }

  @Get(':response/input_items')
  @Operation({
    id: 'listResponseInputItems',
    summary: 'List the input of a response',
    description: 'Entries are listed newest first, or oldest first with `order=asc`. Includes earlier turns.',
    answer: responseInputListSchema,
    errors: ['completion_not_found', 'object_not_found'],
    path,
  })
  @RequirePermission('read')
  inputItems(
    @Context() { caller, call }: RequestContext,
    @Param('response') id: string,
    @Query(new QueryPipe(responseInputQuerySchema)) query: ResponseInputQuery,
  ) {
    return this.stored.inputItems(caller, id, query, call);
  }

  @Post(':response/cancel')
  @HttpCode(200)
  @Operation({
    id: 'cancelResponse',
    summary: 'Cancel a response',
    description: 'Fails: the connection of a response cancels it when it closes, and a stored response has ended.',
    answer: responseSchema,
    errors: ['completion_not_found', 'object_not_found', 'response_ended'],
    path,
  })
  @RequirePermission('inference')
  cancel(@Context() { caller, call }: RequestContext, @Param('response') id: string) {
    return this.stored.cancel(caller, id, call);
  }

  @Delete(':response')
  @HttpCode(200)
  @Operation({
    id: 'deleteResponse',
    summary: 'Delete a response',
    description: 'Erases its interaction, with all feedback on it.',
    answer: deletedResponseSchema,
    errors: ['completion_not_found', 'object_not_found', 'erasure_in_progress'],
    path,
  })
  @RequirePermission('manage')
  delete(@Context() context: RequestContext, @Param('response') id: string) {
    return this.stored.delete(context, id);
  }
}
