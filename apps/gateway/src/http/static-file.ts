import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file that is served from memory. Caches keep it, and ask each time whether it is still the same. */
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

  /** Answers with the file, or with 304 where the caller has it (RFC 9110, section 13.1.2). */
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
