import { Readable } from 'node:stream';
import { invalidRequest } from '@earshot/errors';
import type { ByteRange } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Metadata of a file to send. */
export interface FileHead {
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Unique name of the content, without quotes: the entity tag. */
  readonly version: string;
  /** Address of the file that clients reach, valid for a minute; a secret. */
  readonly publicUrl?: string | undefined;
  /** Further headers, for example `cache-control`. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Responds to `GET` or `HEAD` with a file, a range of it, 304, or a redirect to the bucket. Resolves once streaming
 * starts; the stream has backpressure, and ends when the client disconnects or reads nothing for 30 s.
 *
 * @param open opens the bytes. @throws AppError `range_not_satisfiable`; the errors of `open`, before anything is sent.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileHead,
  open: (range?: ByteRange) => Promise<Readable>,
): Promise<void> {
  const etag = `"${file.version}"`;
  const { headers, method } = request;
  // Set only with a response that is no error: errors must not be cached.
  const shared = { ...file.headers, etag };
  // Fastify serves `HEAD` by the handler of `GET`. An empty stream keeps the headers, `content-length` included.
  const noBody = () => (method === 'HEAD' ? Readable.from([]) : undefined);
  if (matchesEtag(headers['if-none-match'], etag)) return void reply.status(304).headers(shared).send(noBody());
  const range =
    method === 'GET' && rangeApplies(headers['if-range'], etag) ? byteRangeOf(headers.range, file.size) : 'whole';
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`);
    throw unsatisfiable(file.size);
  }
  const type = { ...shared, 'content-type': file.contentType, 'accept-ranges': 'bytes' };
  const whole = { ...type, 'content-length': file.size };
  if (method === 'HEAD') return void reply.status(200).headers(whole).send(noBody());
  // Clients repeat `Range` at the bucket, which may apply one that is ignored here: malformed, or for another version.
  const isIgnored = headers.range !== undefined && range === 'whole';
  if (file.publicUrl !== undefined && !isIgnored) return redirect(reply, file.publicUrl, etag);
  const part = range === 'whole' ? undefined : range;
  const bytes = await open(part);
  // The client may have left in the meantime; Fastify would then never close the stream.
  if (reply.raw.destroyed) return void bytes.destroy();
  if (part === undefined) return void reply.status(200).headers(whole).send(bytes);
  const length = { 'content-length': part.last - part.first + 1, 'content-range': rangeOf(part, file.size) };
  void reply
    .status(206)
    .headers({ ...type, ...length })
    .send(bytes);
}

/** Redirects to an address that must not be cached. 307 keeps the method. */
function redirect(reply: FastifyReply, url: string, etag: string): void {
  void reply.status(307).headers({ 'cache-control': 'no-store', etag, location: url }).send();
}

function rangeOf({ first, last }: ByteRange, size: number): string {
  return `bytes ${first}-${last}/${size}`;
}

/** `If-None-Match` (RFC 9110, section 13.1.2), with weak comparison. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** `If-Range` (RFC 9110, section 13.1.5), with strong comparison. Without it, `Range` always applies. */
function rangeApplies(header: string | string[] | undefined, etag: string): boolean {
  return header === undefined || header === etag;
}

function unsatisfiable(size: number) {
  return invalidRequest('range_not_satisfiable', `The range is outside the file, which has ${size} bytes.`, {
    param: 'Range',
  });
}

const oneRange = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/** Parses a `Range` header (RFC 9110, section 14.2). Malformed, other and multiple ranges are ignored: `whole`. */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [matched, from, to, suffix] = oneRange.exec(header ?? '') ?? [];
  if (matched === undefined) return 'whole';
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  // "An int-range is invalid if the last-pos value is present and less than the first-pos value."
  if (last < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
