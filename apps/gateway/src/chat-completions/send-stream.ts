import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import { logFields } from '@earshot/contracts-core';
import { AppError, toWireError } from '@earshot/errors';
import { errorBody, type Logger } from '@earshot/service-kit';
import type { FastifyReply } from 'fastify';
import type { WorkFlowControl } from '@earshot/messaging';
import type { Observable } from 'rxjs';
import { EventStream } from '../http/event-stream.js';
import { follow } from '../http/follow.js';
import { countFirstEvent } from '../http/http.metrics.js';
import { routeOf } from '../http/request-metrics.hook.js';
import type { AnswerShape } from './answer-shape.js';
import { ChunkEvents } from './chunk-events.js';

/**
 * Sends an answer as a stream of events. Rejects with what went wrong before the first event, so that it becomes an ordinary answer; later it
 * is the last event. Resolves when the stream has ended, or its client is gone, which stops the work.
 */
export async function sendStream(
  reply: FastifyReply,
  request: ChatRequest,
  shape: AnswerShape,
  chunks: Observable<ChatChunk[]>,
  { includeUsage, flow, logger }: { includeUsage: boolean; flow: WorkFlowControl; logger: Pick<Logger, 'error'> },
): Promise<void> {
  const events = new ChunkEvents(request, shape, { includeUsage });
  const stream = new EventStream(reply, flow);
  const write = (some: string) => {
    if (some === '') return;
    if (!stream.begun) countFirstEvent(routeOf(reply.request), Date.now() - request.received_at_ms);
    stream.write(some);
  };
  try {
    if (await follow(reply, chunks, (together) => write(events.of(together)))) stream.end(events.end());
  } catch (error) {
    if (!stream.begun) throw error;
    if (!(error instanceof AppError)) logger.error({ err: error, ...logFields(reply.request.call) }, 'a stream failed');
    stream.end(`data: ${JSON.stringify(errorBody(toWireError(error)))}\n\n`);
  }
}
