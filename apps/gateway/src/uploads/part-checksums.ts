import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest, type AppError } from '@earshot/errors';

/** A checksum that a caller sent, and the hash of what arrives. */
interface Claim {
  readonly header: string;
  readonly expected: Buffer;
  readonly hash: Hash;
}

const headerNames = { md5: 'Content-MD5', sha256: 'x-checksum-sha256' } as const;

/** Hashes what arrives of a part, and holds it to the checksums that were sent with it. */
export class PartChecksums {
  readonly #sha256 = createHash('sha256');
  readonly #claims: readonly Claim[];
  /** Of what arrived, bytes. */
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

  /** SHA-256 of what arrived, lower-case hex. To be called once. @throws AppError `checksum_mismatch` */
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
