import type { ServerResponse } from 'node:http';
import { logFields } from '@earshot/contracts-core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { probePaths } from './request-guards.js';
import { requestDurations, requestsInProgress, requestsTotal } from './http.metrics.js';

/** Statuses that were written to the connection in place of a response. */
const replaced = new WeakMap<ServerResponse, number>();

/** Labels are bounded, but clients can invent methods. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Status of requests without a response, as in nginx. */
const noResponse = 499;

/** How a response ended for its client. */
export interface ResponseEnd {
  /** The status that was sent, which may differ from `statusCode`; undefined if the connection ended before. */
  readonly status?: number;
  /** Whether the client received everything. */
  readonly isWhole: boolean;
}

/** A logger that knows its level. */
export interface AccessLogger {
  debug(fields: object, message: string): void;
  isLevelEnabled(level: string): boolean;
}

/** Notes that another response with this status was sent in place of this one. */
export function replaceStatus(response: ServerResponse, status: number): void {
  replaced.set(response, status);
}

/** Returns how a closed response ended. */
export function endOf(response: ServerResponse): ResponseEnd {
  const status = replaced.get(response);
  if (status !== undefined) return { status, isWhole: true };
  const { headersSent, socket, writableFinished, statusCode } = response;
  // A pipelined response has no socket before its turn, even if it is written completely.
  const wasSent = headersSent && (socket !== null || writableFinished);
  return wasSent ? { status: statusCode, isWhole: writableFinished } : { isWhole: false };
}

/** Returns the path pattern of a request's route, without text of the caller; `none` for an unknown path. */
export function routeOf({ is404, routeOptions }: FastifyRequest): string {
  return is404 ? 'none' : (routeOptions.url ?? 'none');
}

/**
 * Counts each request of a caller once its response ended or its client disconnected; logs it at level `debug`. A
 * balancer that probes each second would hide the errors of an installation with few requests.
 */
export function recordRequests(server: FastifyInstance, logger: AccessLogger): void {
  const isLogged = logger.isLevelEnabled('debug');
  server.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request);
    if (probePaths.has(route)) return done();
    const startedAt = performance.now();
    requestsInProgress.inc();
    reply.raw.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const { status, isWhole } = endOf(reply.raw);
      const labels = { method: methods.has(request.method) ? request.method : 'other', route };
      requestsInProgress.dec();
      requestsTotal.inc({ ...labels, status: status ?? noResponse });
      requestDurations.observe(labels, durationMs / 1_000);
      if (!isLogged) return;
      const outcome = { status: status ?? null, whole: isWhole, duration_ms: Math.round(durationMs) };
      logger.debug({ ...logFields(request.call), ...labels, ...outcome }, 'request completed');
    });
    done();
  });
}
