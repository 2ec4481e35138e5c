import { logFields } from '@earshot/contracts-core';
import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import { AppError, toWireError } from '@earshot/errors';
import type { WorkFlowControl } from '@earshot/messaging';
import type { Logger } from '@earshot/service-kit';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { EventStream } from '../http/event-stream.js';
import { follow } from '../http/follow.js';
import { firstEventSeconds } from '../http/http.metrics.js';
import { routeOf } from '../http/response-status.js';
import type { AnswerEvents } from './answer-format.js';

/** Options of a streamed answer. */
interface StreamOptions {
  /** Pauses the worker while the client reads slowly. */
  readonly flow: WorkFlowControl;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Sends an answer as server-sent events. Rejects with an error that comes before the first event, so that it gets an
 * HTTP status; a later error becomes the last event. Resolves once the stream ended or the client disconnected, which
 * cancels the work.
 */
export async function sendStream(
  reply: FastifyReply,
  request: ChatRequest,
  events: AnswerEvents,
  chunks: Observable<ChatChunk[]>,
  { flow, logger }: StreamOptions,
): Promise<void> {
  const stream = new EventStream(reply, flow);
  const write = (text: string) => {
    if (text === '') return;
    if (!stream.begun)
      firstEventSeconds.observe({ route: routeOf(reply.request) }, (Date.now() - request.received_at_ms) / 1_000);
    stream.write(text);
  };
  try {
    if (await follow(reply, chunks, (batch) => write(events.of(batch)))) stream.end(events.end());
  } catch (error) {
    if (!stream.begun) throw error;
    if (!(error instanceof AppError)) logger.error({ err: error, ...logFields(reply.request.call) }, 'stream failed');
    stream.end(events.failed(toWireError(error)));
  }
}
