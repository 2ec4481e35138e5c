import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { logFields } from '@earshot/contracts-core';
import { parseBody, readJsonObject } from '@earshot/dto-common';
import { interactionInputSchema } from '@earshot/dto-interactions';
import { AppError, toWireError } from '@earshot/errors';
import { errorBody, LOGGER, type Logger } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { chargeOf } from '../http/body-budget.js';
import { sendContinue } from '../http/expect-continue.js';
import { chatBodyBytes, streamDrainMs } from '../http/limits.js';
import type { RequestContext } from '../auth/request-context.js';
import { type LineAnswer, withStatus } from './bulk-status.js';
import { ImportsService } from './imports.service.js';
import { inOrder } from './in-order.js';
import { linesOf, type Line } from './ndjson-lines.js';

/** Concurrency that keeps the lanes busy; together the lines are at most as large as one chat. */
const concurrency = { count: 1_024, weight: chatBodyBytes };

/**
 * Buffer for a client that sends all lines before it reads: the responses of 100,000 lines. Beyond it, reading pauses.
 */
const waitingAnswerBytes = 16 * 1_048_576;

/** Reading pauses while less than this is left of the body budget. */
const leastRoomBytes = 1_048_576;

/** Imports a stream of lines and responds to each with a line, in order. */
@Injectable()
export class BulkImportService {
  constructor(
    private readonly imports: ImportsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves once every line has its response, or the client disconnected. Lines received before are recorded. */
  async run(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    // Received lines are recorded even after a disconnect.
    const memory = chargeOf(request).apart();
    sendContinue(request.raw);
    reply.hijack();
    const begin = (status: number) => {
      raw.writeHead(status, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'application/x-ndjson; charset=utf-8',
        'cache-control': 'no-cache',
      });
      raw.flushHeaders();
    };
    // An idle client would hold its connection and buffers.
    raw.setTimeout(streamDrainMs, () => raw.destroy());
    let number = 0;
    const numbered = (line: Line) =>
      this.#answer(context, line, (number += 1)).finally(() => 'taken' in line && memory.give(line.taken));
    const lines = linesOf(request.raw as AsyncIterable<Buffer>, chatBodyBytes, memory);
    const limits = { ...concurrency, hasRoom: () => memory.room >= leastRoomBytes };
    const weightOf = (line: Line) => ('bytes' in line ? line.bytes.length : 0);
    const answers = Readable.from(withStatus(inOrder(lines, numbered, weightOf, limits), begin), {
      objectMode: false,
      highWaterMark: waitingAnswerBytes,
    });
    try {
      await pipeline(answers, raw);
    } catch (error) {
      this.logger.debug({ ...logFields(context.call), err: error, lines: number }, 'bulk import interrupted');
      raw.destroy();
    }
  }

  async #answer(context: RequestContext, line: Line, number: number): Promise<LineAnswer> {
    const { idempotencyKey } = context;
    // Each line is one write, the same one in a repeated stream.
    const own = { ...context, idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey}/${number}` };
    try {
      if ('error' in line) throw line.error;
      const input = parseBody(interactionInputSchema, readJsonObject(line.bytes));
      return { text: `${JSON.stringify(await this.imports.add(own, input))}\n`, ok: true };
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.logger.error({ ...logFields(context.call), err: error, line: number }, 'bulk import line failed');
      }
      return { text: `${JSON.stringify(errorBody(toWireError(error)))}\n`, ok: false };
    }
  }
}
