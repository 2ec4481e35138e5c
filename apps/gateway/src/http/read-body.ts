import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { invalidRequest } from '@earshot/errors';
import { errorCodes, type FastifyRequest } from 'fastify';
import { budgetSpent, chargeOf, hasBody } from './body-budget.js';
import { sendContinue } from './expect-continue.js';
import { dropIntervalMs } from './limits.js';

/**
 * Reads the body of a route that takes bytes.
 * @throws as {@link readBody}; AppError `unsupported_media_type` for forms and JSON.
 */
export async function readBytes(request: FastifyRequest): Promise<Buffer> {
  const { body, headers } = request;
  if (body === undefined || body === null) return Buffer.alloc(0);
  // JSON is parsed already, and the parts of a form are not the file.
  if (!(body instanceof Readable) || /^multipart\//i.test(headers['content-type'] ?? '')) throw notAFile();
  return readBody(request);
}

/**
 * Reads a body within the limits of its route and the memory budget. The rest of a larger body is dropped, so that the
 * client reads the error.
 *
 * @throws AppError `queue_full`; `bad_request` if the client disconnected; Fastify's error for `body_too_large`.
 */
export async function readBody(request: FastifyRequest): Promise<Buffer> {
  const { raw, headers, routeOptions } = request;
  if (!hasBody(headers)) return Buffer.alloc(0);
  const charge = chargeOf(request);
  const limit = routeOptions.bodyLimit;
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (length !== undefined) {
    if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    charge.take(length);
  }
  sendContinue(raw);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      raw.off('data', take).off('end', end).off('error', breakOff).off('close', breakOff);
    };
    const fail = (error: Error) => {
      stop();
      charge.release();
      dropBody(raw);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) fail(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      else if (length === undefined && !charge.tryTake(chunk.length)) fail(budgetSpent());
      else chunks.push(chunk);
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(chunks, size));
    };
    const breakOff = (cause?: unknown) =>
      fail(invalidRequest('bad_request', 'The body ended before it was complete.', { cause }));
    raw.on('data', take).once('end', end).once('error', breakOff).once('close', breakOff);
  });
}

/** When the next dropped piece is due, in ms of `performance.now()`. */
let nextDropMs = 0;

/**
 * Drops what is left of a rejected body, so that the client reads the response. All of them share a rate: rejected
 * uploads at line speed would delay every other request.
 */
export function dropBody(raw: IncomingMessage): void {
  raw.on('data', () => {
    raw.pause();
    const nowMs = performance.now();
    nextDropMs = Math.max(nextDropMs, nowMs) + dropIntervalMs;
    setTimeout(() => raw.resume(), nextDropMs - nowMs).unref();
  });
  raw.resume();
}

function notAFile() {
  return invalidRequest(
    'unsupported_media_type',
    'Expected the file as the body, with its own content type. Forms are not supported.',
  );
}
