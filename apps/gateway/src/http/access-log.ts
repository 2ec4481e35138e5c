import { logFields } from '@earshot/contracts-core';
import type { FastifyInstance } from 'fastify';
import { endOf } from './answer-status.js';

/** A logger that can tell whether a level is on. */
export interface AccessLogger {
  debug(fields: object, message: string): void;
  isLevelEnabled(level: string): boolean;
}

/**
 * Logs a line for each request once its answer has ended, at level `debug`: for one that is served in a millisecond a line is a good part of
 * the cost. The path as its route is written, so that no caller's words are in it.
 */
export function addAccessLog(server: FastifyInstance, logger: AccessLogger): void {
  if (!logger.isLevelEnabled('debug')) return;
  server.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    reply.raw.once('close', () => {
      const { status = null, isWhole } = endOf(reply.raw);
      const answer = {
        ...logFields(request.call),
        method: request.method,
        route: request.routeOptions.url ?? null,
        status,
        whole: isWhole,
        duration_ms: Math.round(performance.now() - startedAt),
      };
      logger.debug(answer, 'answered');
    });
    done();
  });
}
