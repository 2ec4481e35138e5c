import { runWithCalls } from '@earshot/telemetry';
import type { FastifyInstance } from 'fastify';

/** Lets what a handler does find the call that it is done for. After the body is read: its pieces come by events, which know of no call. */
export function addCallScope(server: FastifyInstance): void {
  server.addHook('preHandler', ({ call }, _reply, done) => runWithCalls([call], done));
}
