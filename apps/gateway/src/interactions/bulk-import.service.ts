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
import type { RequestContext } from '../http/request-context.js';
import { ImportsService } from './imports.service.js';
import { inOrder } from './in-order.js';
import { linesOf, type Line } from './ndjson-lines.js';

/** Enough under way that the lanes are never idle; the lines of one request together are as large as one request may be elsewhere. */
const underWay = { count: 1_024, weight: chatBodyBytes };

/**
 * Answers that may wait for a client which reads none of them before it has sent all of its lines, as simple ones do, in bytes: those of some
 * 100,000 lines. After that it is read no further, and must read itself.
 */
const waitingAnswerBytes = 16 * 1_048_576;

/** With less room than this for bodies, the lines that are under way are waited for before more are read. */
const leastRoomBytes = 1_048_576;

/** Takes interactions as a stream of lines, and answers each by a line, in their order. */
@Injectable()
export class BulkImportService {
  constructor(
    private readonly imports: ImportsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves once every line is answered, or the client gone; what it had sent by then is recorded all the same. */
  async run(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    // Lines that have arrived are recorded after their client has left, too.
    const memory = chargeOf(request).apart();
    sendContinue(request.raw);
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-cache',
    });
    raw.flushHeaders();
    // A client that neither sends nor reads holds a connection and what waits for it.
    raw.setTimeout(streamDrainMs, () => raw.destroy());
    let number = 0;
    const numbered = (line: Line) =>
      this.#answer(context, line, (number += 1)).finally(() => 'taken' in line && memory.give(line.taken));
    const lines = linesOf(request.raw as AsyncIterable<Buffer>, chatBodyBytes, memory);
    const limits = { ...underWay, hasRoom: () => memory.room >= leastRoomBytes };
    const weightOf = (line: Line) => ('bytes' in line ? line.bytes.length : 0);
    const answers = Readable.from(inOrder(lines, numbered, weightOf, limits), {
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

  async #answer(context: RequestContext, line: Line, number: number): Promise<string> {
    const { idempotencyKey } = context;
    // Each line is a write of its own, and the same one when the stream is sent again.
    const own = { ...context, idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey}/${number}` };
    try {
      if ('refusal' in line) throw line.refusal;
      const input = parseBody(interactionInputSchema, readJsonObject(line.bytes));
      return `${JSON.stringify(await this.imports.add(own, input))}\n`;
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.logger.error({ ...logFields(context.call), err: error, line: number }, 'bulk import line failed');
      }
      return `${JSON.stringify(errorBody(toWireError(error)))}\n`;
    }
  }
}
