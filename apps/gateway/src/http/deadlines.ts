import type { FastifyInstance } from 'fastify';
import { answerRequestTimeout } from './client-error.js';
import { hasBody } from './body-budget.js';
import { requestTimeoutMs, streamDrainMs } from './limits.js';

/**
 * Ends requests whose body is late, except on routes with `longBody`.
 * @param deadlineMs counts from the end of the headers.
 */
export function addBodyDeadline(server: FastifyInstance, deadlineMs = requestTimeoutMs): void {
  server.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (hasBody(raw.headers) && !raw.complete && !routeOptions.config.longBody) {
      const timer = setTimeout(() => {
        // A body that has arrived may still wait to be read.
        if (!raw.complete) answerRequestTimeout(raw.socket);
      }, deadlineMs);
      // `close` is not emitted for a request that was rejected before its end.
      timer.unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/**
 * Closes the connection of a client that does not read its response. Hijacked responses have their own deadlines.
 *
 * @param unreadMs counts from sending; Node may notice only after twice that time.
 */
export function addResponseDeadline(server: FastifyInstance, unreadMs = streamDrainMs): void {
  server.addHook('onSend', (_request, { raw }, _payload, done) => {
    raw.setTimeout(unreadMs, () => raw.destroy());
    // Before Node's own listener, which sets the keep-alive timeout.
    raw.prependOnceListener('finish', () => raw.setTimeout(0));
    done();
  });
}
