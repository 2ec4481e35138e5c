import type { FastifyInstance } from 'fastify';
import { answerLate } from './client-error.js';
import { hasBody } from './has-body.js';
import { requestTimeoutMs } from './limits.js';

/**
 * Ends requests whose body takes longer to arrive than it may, but for routes that take long bodies: Node's own deadline is one for all
 * requests, so it is that of those.
 *
 * @param deadlineMs from when the headers are there.
 */
export function addBodyDeadline(server: FastifyInstance, deadlineMs = requestTimeoutMs): void {
  server.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (hasBody(raw.headers) && !raw.complete && !routeOptions.config.longBody) {
      const timer = setTimeout(() => {
        // What has arrived may still wait to be read, which is no fault of its sender's.
        if (!raw.complete) answerLate(raw.socket);
      }, deadlineMs);
      // A request that was refused before its end is never told that its connection closed.
      timer.unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
