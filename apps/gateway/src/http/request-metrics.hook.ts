import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endOf } from './answer-status.js';
import { countAnswered, countBegun } from './http.metrics.js';

/** Those that a client can make up: their number has to have a bound. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** As nginx counts it; no client is ever sent this one, and it is no server error. */
const unanswered = 499;

/**
 * Counts each request once its answer has ended, that of a stream with its last event, or its client has left: with the status that its client
 * was sent, 499 where that was none.
 */
export function addRequestMetrics(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    countBegun();
    reply.raw.once('close', () =>
      countAnswered({
        method: methods.has(request.method) ? request.method : 'other',
        route: routeOf(request),
        status: endOf(reply.raw).status ?? unanswered,
        durationMs: performance.now() - startedAt,
      }),
    );
    done();
  });
}

/** The path as its route is written, so that no caller's words are in it; `none` where there is no such route. */
export function routeOf({ is404, routeOptions }: FastifyRequest): string {
  return is404 ? 'none' : (routeOptions.url ?? 'none');
}
