import { logFields, type CallContext } from '@earshot/contracts-core';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorResponse } from './error-response.js';
import { fromHttpError } from './http-refusals.js';
import type { Logger } from './logger.js';

/** The one place where an error becomes an HTTP answer. Faults are logged here, with their cause; refusals are not. */
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
      this.logger.error({ err: thrown, ...fields, path: request.routeOptions.url }, 'a request failed');
    }
    // Fastify would close the connection while the caller still sends, who would then see a reset instead of this answer. Left open, Node
    // reads the rest and drops it, for no longer than the request timeout.
    reply.removeHeader('connection');
    // Once the status line is out an answer can't be replaced: the caller must see a broken one, not a short good one.
    if (reply.raw.headersSent) reply.raw.destroy();
    else void reply.status(status).headers(headers).send(body);
  }
}
