import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { chatBodyBytes } from '../http/limits.js';
import { BodyPipe } from '../http/request-pipes.js';
import type { ErrorCode } from '../openapi/error-codes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { graphqlRequestSchema, graphqlResponseSchema, type GraphqlRequest } from './graphql-request.js';
import { GraphqlService } from './graphql.service.js';

/** Codes in `errors` of a response, beside those of the routes of REST. */
const operationErrors: readonly ErrorCode[] = [
  'graphql_invalid',
  'graphql_too_complex',
  'graphql_not_available',
  'name_ambiguous',
  'list_too_long',
  'dataset_invalid',
];

/** `POST /api/graphql`, for the official Python client. */
@Resource('GraphQL')
@Controller('api/graphql')
export class GraphqlController {
  constructor(private readonly graphql: GraphqlService) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ bodyBytes: chatBodyBytes, takesForm: true })
  @RequirePermission()
  @Operation({
    id: 'executeGraphql',
    summary: 'Execute a GraphQL operation',
    description:
      'For the client `adaptive-sdk`. Each root field requires the permission of its REST route. A `multipart/form-data` ' +
      'body with `operations`, `map` and files is supported. Operations have at most 10 root fields, 12 levels and 1,000 ' +
      'fields. Errors of an operation are in `errors`, with status 200.',
    answer: graphqlResponseSchema,
    errors: ['form_malformed', ...operationErrors],
  })
  execute(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(new BodyPipe(graphqlRequestSchema)) body: GraphqlRequest,
  ) {
    return this.graphql.execute(request, reply, body);
  }
}
