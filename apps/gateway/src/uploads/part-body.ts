import { AppError, invalidRequest } from '@earshot/errors';
import type { FastifyRequest } from 'fastify';
import { answerLate } from '../http/client-error.js';
import { sendContinue } from '../http/expect-continue.js';
import { PartChecksums } from './part-checksums.js';

/** What a part may be. */
export interface PartLimits {
  readonly minBytes: number;
  readonly maxBytes: number;
  /** How long nothing may come while it is waited for, ms. */
  readonly silenceMs: number;
}

/** The body of a request that sends a part, as it comes. */
export class PartBody {
  /** Bytes, as the headers say; null where they do not. */
  readonly length: number | null;
  readonly #checksums: PartChecksums;

  /** @throws AppError `unsupported_media_type`, `part_too_small`, `body_too_large`, `checksum_invalid`: what the headers say already. */
  constructor(
    private readonly request: FastifyRequest,
    private readonly limits: PartLimits,
  ) {
    const { headers } = request;
    if (/^multipart\//i.test(headers['content-type'] ?? '')) throw notAPart();
    const chunked = headers['transfer-encoding'] !== undefined;
    this.length = chunked ? null : Number(headers['content-length'] ?? 0);
    if (this.length !== null) this.#check(this.length, true);
    this.#checksums = new PartChecksums(headers);
  }

  /**
   * The bytes, once, as fast as they are taken. Ends with `body_too_large` where there are too many; with `bad_request` where they break off, which
   * nobody hears. A client that stops sending is told so, and its connection ended.
   */
  async *bytes(): AsyncGenerator<Buffer> {
    const { raw } = this.request;
    sendContinue(raw);
    let silence = this.#listen();
    try {
      for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
        // While the bucket takes its time, the client may not send.
        clearTimeout(silence);
        this.#checksums.update(chunk as Buffer);
        this.#check(this.#checksums.size, false);
        yield chunk as Buffer;
        silence = this.#listen();
      }
    } catch (cause) {
      throw cause instanceof AppError ? cause : brokenOff(cause);
    } finally {
      clearTimeout(silence);
      // What the bucket did not take is dropped: the next request on this connection would wait behind it.
      raw.resume();
    }
  }

  /** What arrived. @throws AppError `part_too_small`, `checksum_mismatch` */
  arrived(): { size: number; sha256: string } {
    const { size } = this.#checksums;
    this.#check(size, true);
    return { size, sha256: this.#checksums.verified() };
  }

  /** Lets what nobody takes pass by, so that the client comes to read the answer. */
  drop(): void {
    this.request.raw.resume();
  }

  #listen(): NodeJS.Timeout {
    return setTimeout(() => answerLate(this.request.raw.socket), this.limits.silenceMs);
  }

  #check(size: number, whole: boolean): void {
    const { minBytes, maxBytes } = this.limits;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (whole && size < minBytes) throw tooSmall(minBytes);
  }
}

function notAPart(): AppError {
  return invalidRequest(
    'unsupported_media_type',
    'Expected the bytes of the part as the body. Forms are not supported.',
  );
}

function tooLarge(maxBytes: number): AppError {
  return invalidRequest('body_too_large', `A part has at most ${maxBytes} bytes. Send smaller parts.`);
}

function tooSmall(minBytes: number): AppError {
  return invalidRequest('part_too_small', `A part has at least ${minBytes} bytes; the body is smaller.`);
}

function brokenOff(cause: unknown): AppError {
  return invalidRequest('bad_request', 'The body ended before it was complete.', { cause });
}
