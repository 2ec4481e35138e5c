import { logFields, type CallContext } from '@earshot/contracts-core';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorResponse } from './error-response.js';
import { fromHttpError } from './http-errors.js';
import type { Logger } from './logger.js';

/** Turns errors into HTTP responses. Unexpected errors are logged with their cause. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = fromHttpError(thrown, request.url);
    const { status, headers, body } = errorResponse(error);
    if (status === 500) {
      const { call } = request as { call?: CallContext };
      const fields = call === undefined ? { request_id: request.id } : logFields(call);
      this.logger.error({ err: thrown, ...fields, path: request.routeOptions.url }, 'request failed');
    }
    // Fastify would close the connection while the caller still sends, and the caller would see a reset. Left open, Node
    // reads and drops the rest until the request timeout.
    reply.removeHeader('connection');
    // After the status line, a broken response is better than one that looks complete.
    if (reply.raw.headersSent) reply.raw.destroy();
    else void reply.status(status).headers(headers).send(body);
  }
}
