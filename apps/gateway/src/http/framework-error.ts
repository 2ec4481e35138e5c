import { errorResponse, fromHttpError } from '@earshot/service-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Answers what Fastify refuses before it has found a route, when no hook and no error handler of a route runs. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = errorResponse(fromHttpError(error, request.raw.url ?? '/'));
  void reply
    .status(status)
    .headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send(body);
}
