import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file that is served from memory. Caches revalidate it on each use. */
export class StaticFile {
  readonly bytes: Buffer;
  readonly #etag: string;

  constructor(
    content: Buffer | string,
    private readonly mediaType: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.bytes = Buffer.from(content);
    this.#etag = `"${createHash('sha256').update(this.bytes).digest('base64url')}"`;
  }

  /** Sends the file, or 304 if the caller has it (RFC 9110, section 13.1.2). */
  send(request: FastifyRequest, reply: FastifyReply): void {
    const { headers } = this;
    void reply.headers({
      ...headers,
      etag: this.#etag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
    if (known?.includes(this.#etag) === true || known?.includes('*') === true) void reply.status(304).send();
    else void reply.type(this.mediaType).send(this.bytes);
  }
}
