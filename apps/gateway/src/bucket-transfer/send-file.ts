import type { Readable } from 'node:stream';
import { invalidRequest } from '@earshot/errors';
import type { ByteRange } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { byteRangeOf } from './byte-range.js';

/** A file as HTTP tells of it. */
export interface FileHead {
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** A name for its content that no other content has, without quotes. */
  readonly version: string;
  /** Beside those that every file has, as for example `cache-control`. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers a `GET` or `HEAD` with a file, a part of it, or nothing where the client has it already. Resolves once the bytes are on their way, which
 * they go as fast as the client takes them; they stop when it leaves, or takes none for half a minute.
 *
 * @param open gives the bytes. @throws AppError `range_not_satisfiable`; whatever `open` throws, before anything is sent.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileHead,
  open: (range?: ByteRange) => Promise<Readable>,
): Promise<void> {
  const etag = `"${file.version}"`;
  const { headers, method } = request;
  const shared = { ...file.headers, etag };
  if (hasIt(headers['if-none-match'], etag)) return void reply.status(304).headers(shared).send();
  const range = method === 'GET' && isFor(headers['if-range'], etag) ? byteRangeOf(headers.range, file.size) : 'whole';
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`);
    throw outside(file.size);
  }
  const whole = { ...shared, 'content-type': file.contentType, 'accept-ranges': 'bytes' };
  if (method === 'HEAD')
    return void reply
      .status(200)
      .headers({ ...whole, 'content-length': file.size })
      .send();
  const part = range === 'whole' ? undefined : range;
  const bytes = await open(part);
  // Its client may have left meanwhile: Fastify would not hear of it any more.
  if (reply.raw.destroyed) return void bytes.destroy();
  if (part === undefined)
    return void reply
      .status(200)
      .headers({ ...whole, 'content-length': file.size })
      .send(bytes);
  const content = { 'content-length': part.last - part.first + 1, 'content-range': rangeOf(part, file.size) };
  void reply
    .status(206)
    .headers({ ...whole, ...content })
    .send(bytes);
}

function rangeOf({ first, last }: ByteRange, size: number): string {
  return `bytes ${first}-${last}/${size}`;
}

/** `If-None-Match` (RFC 9110, section 13.1.2), which compares weakly. */
function hasIt(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** `If-Range` (RFC 9110, section 13.1.5), which compares strongly; without it a range is always meant. */
function isFor(header: string | string[] | undefined, etag: string): boolean {
  return header === undefined || header === etag;
}

function outside(size: number) {
  return invalidRequest('range_not_satisfiable', `The range lies outside of the file, which has ${size} bytes.`, {
    param: 'Range',
  });
}
