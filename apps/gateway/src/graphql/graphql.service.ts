import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AppError, invalidRequest } from '@earshot/errors';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import 'mercurius';
import type { GatewayConfig } from '../config.js';
import { LimitsGuard } from '../limits/limits.guard.js';
import { rejectAbsentFeatures } from './absent-features.js';
import { parseDocument, rootFieldsOf } from './document-limits.js';
import { causeOf, graphqlError } from './graphql-errors.js';
import type { GraphqlErrorBody, GraphqlRequest, GraphqlResponse } from './graphql-request.js';
import type { OperationContext } from './resolver.decorators.js';

/** Executes GraphQL operations. */
@Injectable()
export class GraphqlService {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly limits: LimitsGuard,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'graphqlIntrospection'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns all errors in the response, as GraphQL does. */
  async execute(request: FastifyRequest, reply: FastifyReply, body: GraphqlRequest): Promise<GraphqlResponse> {
    const { query, variables, operationName } = body;
    try {
      this.#check(request, reply, body);
      const context: OperationContext = { request, response: reply };
      const server = this.host.httpAdapter.getInstance<FastifyInstance>();
      const { data, errors } = await server.graphql(query, { ...context }, variables ?? {}, operationName ?? undefined);
      return { data, ...(errors && { errors: errors.map((error) => this.#shown(error, request)) }) };
    } catch (error) {
      return { errors: this.#ofDocument(error, request) };
    }
  }

  /**
   * @throws AppError `graphql_invalid`, `graphql_too_complex`, `graphql_not_available`, `requests_per_minute_exceeded`
   */
  #check(request: FastifyRequest, reply: FastifyReply, { query, operationName }: GraphqlRequest): void {
    const fields = rootFieldsOf(parseDocument(query), operationName);
    rejectAbsentFeatures(fields);
    if (!this.config.graphqlIntrospection && fields.some((name) => name === '__schema' || name === '__type'))
      throw introspectionOff();
    this.limits.countFurther(request, reply, fields.length - 1);
  }

  /** Errors before the execution: those of the validation, or one of this service. */
  #ofDocument(error: unknown, request: FastifyRequest): GraphqlErrorBody[] {
    const { errors } = error as { errors?: readonly GraphQLError[] };
    if (error instanceof AppError || errors === undefined) return [this.#logged(error, request)];
    return errors.map((one) => this.#shown(one, request));
  }

  #shown(error: GraphQLError, request: FastifyRequest): GraphqlErrorBody {
    return this.#logged(causeOf(error), request, error);
  }

  #logged(cause: unknown, { id, call }: FastifyRequest, places?: GraphQLError): GraphqlErrorBody {
    if (!(cause instanceof AppError))
      this.logger.error({ err: cause, request_id: id, trace: call.traceparent, field: places?.path }, 'field failed');
    return graphqlError(cause, id, places);
  }
}

function introspectionOff(): AppError {
  const message = 'This installation does not show its schema. Set EARSHOT_GRAPHQL_INTROSPECTION=true to allow it.';
  return invalidRequest('graphql_not_available', message);
}
