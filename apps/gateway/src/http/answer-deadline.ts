import type { FastifyInstance } from 'fastify';
import { streamDrainMs } from './limits.js';

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
