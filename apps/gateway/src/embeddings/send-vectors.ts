import { Readable } from 'node:stream';
import type { EmbeddingsInput } from '@earshot/dto-inference';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { follow } from '../http/follow.js';
import { answerBody } from './answer-body.js';
import type { PartVectors } from './part-vectors.js';

/**
 * Sends the vectors once all of them are there. Rejects with what went wrong before that; resolves when they are on their way, or the client
 * is gone, which stops the work.
 */
export async function sendVectors(
  reply: FastifyReply,
  vectors: Observable<PartVectors[]>,
  format: EmbeddingsInput['encoding_format'],
): Promise<void> {
  await follow(reply, vectors, (parts) => {
    void reply.header('content-type', 'application/json; charset=utf-8').send(Readable.from(answerBody(parts, format)));
  });
}
