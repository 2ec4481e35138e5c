import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
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
    const work = chunks.subscribe({
      next: (together) => answer.add(together),
      error: reject,
      complete: () => {
        try {
          void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer.body()));
          resolve();
        } catch (error) {
          reject(error as Error);
        }
      },
    });
    // A client that goes away stops the work.
    reply.raw.once('close', () => {
      work.unsubscribe();
      resolve();
    });
  });
}
