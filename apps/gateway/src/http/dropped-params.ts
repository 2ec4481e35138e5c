import type { FastifyReply } from 'fastify';

/** Lists parameters that the provider does not support in a header. Names are any text of the caller. */
export function listDroppedParams(reply: FastifyReply, names: readonly string[] | undefined): void {
  if (names && names.length > 0) void reply.header('x-earshot-dropped', names.map(encodeURIComponent).join(', '));
}
