import type { FastifyReply } from 'fastify';
import { fromEvent, takeUntil, type Observable } from 'rxjs';

/**
 * Passes the chunks of an answer to `take`. A disconnect or an error of `take` cancels the work.
 *
 * @returns true at the end of the answer, false if the client disconnected.
 */
export async function follow<P>(
  reply: FastifyReply,
  answer: Observable<P>,
  take: (piece: P) => void,
): Promise<boolean> {
  await answer.pipe(takeUntil(fromEvent(reply.raw, 'close'))).forEach(take);
  return !reply.raw.destroyed;
}
