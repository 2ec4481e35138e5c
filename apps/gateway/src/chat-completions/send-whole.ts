import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { follow } from '../http/follow.js';
import type { AnswerShape } from './answer-shape.js';
import { WholeAnswer } from './whole-answer.js';

/** Sends an answer whole. Rejects with what went wrong, before anything is sent; resolves when it is sent or its client is gone. */
export async function sendWhole(
  reply: FastifyReply,
  request: ChatRequest,
  shape: AnswerShape,
  chunks: Observable<ChatChunk[]>,
): Promise<void> {
  const answer = new WholeAnswer(request, shape);
  if (!(await follow(reply, chunks, (together) => answer.add(together)))) return;
  void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer.body()));
}
