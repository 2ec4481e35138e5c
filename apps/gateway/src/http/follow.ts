import type { FastifyReply } from 'fastify';
import { fromEvent, takeUntil, type Observable } from 'rxjs';

/**
 * Takes the pieces of an answer as they come. A client that goes away stops the work on it. Rejects with what the answer fails with, or what
 * `take` throws, which stops the work too.
 *
 * @returns whether the answer has come to its end; otherwise its client is gone.
 */
export async function follow<P>(
  reply: FastifyReply,
  answer: Observable<P>,
  take: (piece: P) => void,
): Promise<boolean> {
  await answer.pipe(takeUntil(fromEvent(reply.raw, 'close'))).forEach(take);
  return !reply.raw.destroyed;
}
