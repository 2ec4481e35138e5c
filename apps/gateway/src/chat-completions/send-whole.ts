import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import type { FastifyReply } from 'fastify';
import { Subscription, type Observable } from 'rxjs';
import type { AnswerShape } from './answer-shape.js';
import { WholeAnswer } from './whole-answer.js';

/** Sends an answer whole. Rejects with what went wrong, before anything is sent; resolves when it is sent or its client is gone. */
export function sendWhole(
  reply: FastifyReply,
  request: ChatRequest,
  shape: AnswerShape,
  chunks: Observable<ChatChunk[]>,
): Promise<void> {
  const answer = new WholeAnswer(request, shape);
  return new Promise((resolve, reject) => {
    // An answer may fail while it is being subscribed to.
    const work = new Subscription();
    // What a subscriber throws would end the process.
    const attempt = (step: () => void) => {
      try {
        step();
      } catch (error) {
        work.unsubscribe();
        reject(error as Error);
      }
    };
    work.add(
      chunks.subscribe({
        next: (together) => attempt(() => answer.add(together)),
        error: reject,
        complete: () =>
          attempt(() => {
            void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer.body()));
            resolve();
          }),
      }),
    );
    // A client that goes away stops the work.
    reply.raw.once('close', () => {
      work.unsubscribe();
      resolve();
    });
  });
}
