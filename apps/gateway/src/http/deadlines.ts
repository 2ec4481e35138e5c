import type { FastifyInstance } from 'fastify';
import { answerLate } from './client-error.js';
import { hasBody } from './body-budget.js';
import { requestTimeoutMs, streamDrainMs } from './limits.js';

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

/**
 * Ends the connection of a client that leaves its answer unread, but for answers that are hijacked: they look after themselves. However long
 * an answer is in the making, its client has the time from when it is sent.
 *
 * @param unreadMs how long it may take nothing of it; Node may notice only after twice that.
 */
export function addAnswerDeadline(server: FastifyInstance, unreadMs = streamDrainMs): void {
  server.addHook('onSend', (_request, { raw }, _payload, done) => {
    raw.setTimeout(unreadMs, () => raw.destroy());
    // Before Node's own listener, which gives the connection its time without a request. An answer that is next in line gets no such time.
    raw.prependOnceListener('finish', () => raw.setTimeout(0));
    done();
  });
}
