import type { CallContext } from '@earshot/contracts-core';
import { newCallContext } from '@earshot/messaging';
import { beginSpan } from '@earshot/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicPaths } from '../auth/request-guards.js';
import { endOf } from './answer-status.js';
import { routeOf } from './request-metrics.hook.js';

/**
 * The call that a request begins: in the trace of its caller, where that sent one, below a span of its own where there is tracing. The span tells the
 * route, never the address: that has names of callers in it, and a query.
 */
export function callOf(request: FastifyRequest, reply: FastifyReply): CallContext {
  const given = { requestId: request.id, traceparent: request.raw.headers.traceparent as string | undefined };
  const route = routeOf(request);
  // Probes come every few seconds, and tell nothing.
  const span = publicPaths.has(route)
    ? undefined
    : beginSpan(
        {
          kind: 'server',
          name: `${request.method} ${route}`,
          attributes: {
            'http.request.method': request.method,
            'http.route': route,
            'url.scheme': 'http',
            'earshot.request.id': request.id,
          },
        },
        given,
      );
  if (span === undefined) return newCallContext(given);
  reply.raw.once('close', () => {
    const { status, isWhole } = endOf(reply.raw);
    if (status !== undefined) span.set({ 'http.response.status_code': status });
    if (status !== undefined && status >= 500) span.fail(String(status));
    else if (!isWhole) span.set({ 'error.type': 'client_left' });
    span.end();
  });
  return span.call;
}
