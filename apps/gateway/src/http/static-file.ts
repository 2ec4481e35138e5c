import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Content codings of a file that was compressed before, the smallest first. */
const codings = ['br', 'gzip'] as const;

/** The same file, compressed. */
export type EncodedContent = Readonly<Partial<Record<(typeof codings)[number], Buffer>>>;

/** A file that is served from memory. Caches revalidate it on each use, unless its headers say otherwise. */
export class StaticFile {
  readonly bytes: Buffer;
  readonly #hash: string;

  /** @param encoded sent in place of the content to callers that accept the coding. */
  constructor(
    content: Buffer | string,
    private readonly mediaType: string,
    private readonly headers: Readonly<Record<string, string>> = {},
    private readonly encoded: EncodedContent = {},
  ) {
    this.bytes = Buffer.from(content);
    this.#hash = createHash('sha256').update(this.bytes).digest('base64url');
  }

  /** Sends the file, or 304 if the caller has it (RFC 9110, section 13.1.2). */
  send(request: FastifyRequest, reply: FastifyReply): void {
    const coding = this.#codingFor(request.headers['accept-encoding']);
    // Each encoding is a representation with a tag of its own (RFC 9110, section 8.8.3.3).
    const etag = coding === undefined ? `"${this.#hash}"` : `"${this.#hash}-${coding}"`;
    const defaults = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
    void reply.headers({ ...defaults, ...this.headers, etag });
    if (Object.keys(this.encoded).length > 0) void reply.header('vary', 'accept-encoding');
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
    if (known?.includes(etag) === true || known?.includes('*') === true) return void reply.status(304).send();
    if (coding !== undefined) void reply.header('content-encoding', coding);
    void reply.type(this.mediaType).send(coding === undefined ? this.bytes : this.encoded[coding]);
  }

  #codingFor(accepted = ''): (typeof codings)[number] | undefined {
    const ranges = accepted.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
    const accepts = (coding: string) =>
      ranges.some(([name, ...parameters]) => name === coding && !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one)));
    return codings.find((coding) => this.encoded[coding] !== undefined && accepts(coding));
  }
}
