import { createCipheriv, createHash, randomBytes, type Hash } from 'node:crypto';

const blockBytes = 16;

/** A file too large for memory: each byte is computed from its offset. */
export class GeneratedFile {
  readonly #key = randomBytes(32);

  /** @param size bytes. */
  constructor(readonly size: number) {}

  /** The bytes from `start` up to but not including `end`, from the AES-CTR key stream, which is seekable. */
  slice(start: number, end: number): Uint8Array<ArrayBuffer> {
    const counter = Buffer.alloc(blockBytes);
    counter.writeBigUInt64BE(BigInt(Math.floor(start / blockBytes)), 8);
    const before = start % blockBytes;
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter);
    return new Uint8Array(cipher.update(Buffer.alloc(before + end - start)).subarray(before));
  }

  /** SHA-256 of the whole file, lower-case hex. */
  sha256(pieceBytes = 8 * 1_048_576): string {
    const hash: Hash = createHash('sha256');
    for (let at = 0; at < this.size; at += pieceBytes)
      hash.update(this.slice(at, Math.min(at + pieceBytes, this.size)));
    return hash.digest('hex');
  }
}
