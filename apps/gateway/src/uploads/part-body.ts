import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError, invalidRequest } from '@earshot/errors';
import type { FastifyRequest } from 'fastify';
import { answerRequestTimeout } from '../http/client-error.js';
import { sendContinue } from '../http/expect-continue.js';
import { dropBody } from '../http/read-body.js';

/** Limits of a part. */
export interface PartLimits {
  readonly minBytes: number;
  readonly maxBytes: number;
  /** Timeout between two reads, ms. */
  readonly silenceMs: number;
}

/** Streams the body of a part and verifies size and checksums. */
export class PartBody {
  /** Bytes according to the headers; null if unknown. */
  readonly length: number | null;
  readonly #checksums: PartChecksums;

  /**
   * @throws AppError `unsupported_media_type`, `part_too_small`, `body_too_large`, `checksum_invalid` by the headers.
   */
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
   * Streams the bytes once. A client that stops sending gets a 408.
   * @throws AppError `body_too_large`; `bad_request` on disconnect
   */
  async *bytes(): AsyncGenerator<Buffer> {
    const { raw } = this.request;
    sendContinue(raw);
    let timer = this.#startTimer();
    try {
      for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
        // The client cannot send while the bucket is slow.
        clearTimeout(timer);
        this.#checksums.update(chunk as Buffer);
        this.#check(this.#checksums.size, false);
        yield chunk as Buffer;
        timer = this.#startTimer();
      }
    } catch (cause) {
      throw cause instanceof AppError ? cause : brokenOff(cause);
    } finally {
      clearTimeout(timer);
      // Unread bytes would block the next request on this connection.
      dropBody(raw);
    }
  }

  /** Returns size and SHA-256 of the received bytes. @throws AppError `part_too_small`, `checksum_mismatch` */
  arrived(): { size: number; sha256: string } {
    const { size } = this.#checksums;
    this.#check(size, true);
    return { size, sha256: this.#checksums.verified() };
  }

  #startTimer(): NodeJS.Timeout {
    return setTimeout(() => answerRequestTimeout(this.request.raw.socket), this.limits.silenceMs);
  }

  #check(size: number, whole: boolean): void {
    const { minBytes, maxBytes } = this.limits;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (whole && size < minBytes) throw partTooSmall(minBytes);
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

/** The part has too few bytes. */
export function partTooSmall(minBytes: number): AppError {
  return invalidRequest('part_too_small', `A part has at least ${minBytes} bytes; the body is smaller.`);
}

function brokenOff(cause: unknown): AppError {
  return invalidRequest('bad_request', 'The body ended before it was complete.', { cause });
}

/** A checksum header and the hash of the received bytes. */
interface Claim {
  readonly header: string;
  readonly expected: Buffer;
  readonly hash: Hash;
}

const headerNames = { md5: 'Content-MD5', sha256: 'x-checksum-sha256' } as const;

/** Hashes the bytes of a part and compares the hashes with the checksum headers. */
export class PartChecksums {
  readonly #sha256 = createHash('sha256');
  readonly #claims: readonly Claim[];
  /** Received bytes. */
  size = 0;

  /** @throws AppError `checksum_invalid` */
  constructor(headers: IncomingHttpHeaders) {
    const md5 = claimed(headers, headerNames.md5, readMd5);
    const sha256 = claimed(headers, headerNames.sha256, readSha256);
    this.#claims = [
      ...(md5 === undefined ? [] : [{ header: headerNames.md5, expected: md5, hash: createHash('md5') }]),
      ...(sha256 === undefined ? [] : [{ header: headerNames.sha256, expected: sha256, hash: this.#sha256 }]),
    ];
  }

  update(bytes: Uint8Array): void {
    this.size += bytes.length;
    this.#sha256.update(bytes);
    for (const { hash } of this.#claims) if (hash !== this.#sha256) hash.update(bytes);
  }

  /** Returns the SHA-256 in lower-case hex; call it once. @throws AppError `checksum_mismatch` */
  verified(): string {
    const sha256 = this.#sha256.copy().digest();
    for (const { header, expected, hash } of this.#claims) {
      if (!hash.digest().equals(expected)) throw mismatch(header);
    }
    return sha256.toString('hex');
  }
}

function claimed(
  headers: IncomingHttpHeaders,
  name: string,
  read: (text: string) => Buffer | null,
): Buffer | undefined {
  const given = headers[name.toLowerCase()];
  if (given === undefined) return undefined;
  const checksum = typeof given === 'string' ? read(given.trim()) : null;
  if (checksum === null) throw invalid(name);
  return checksum;
}

/** RFC 1864: base64 of 128 bits. */
function readMd5(text: string): Buffer | null {
  return /^[A-Za-z0-9+/]{22}==$/.test(text) ? Buffer.from(text, 'base64') : null;
}

/** 256 bits in hex or base64. */
function readSha256(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function invalid(header: string): AppError {
  const expected = header === headerNames.md5 ? '16 bytes in base64' : '32 bytes in hex or base64';
  return invalidRequest('checksum_invalid', `The header ${header} is not a valid checksum: expected ${expected}.`, {
    param: header,
  });
}

function mismatch(header: string): AppError {
  return invalidRequest(
    'checksum_mismatch',
    `The part does not match the checksum in ${header}. Send the part again.`,
    {
      param: header,
    },
  );
}
