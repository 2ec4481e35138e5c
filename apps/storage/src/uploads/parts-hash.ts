import { createHash, type Hash } from 'node:crypto';

/** The size and hash of a part when it was uploaded. */
export interface HashedPart {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Input of the hash worker. */
export interface HashTask {
  /** Presigned URL of the file. */
  readonly url: string;
  readonly parts: readonly HashedPart[];
}

/** Hashes an assembled file and verifies the hash of every part. */
export class PartsHash {
  readonly #parts: readonly HashedPart[];
  readonly #whole = createHash('sha256');
  #part: Hash = createHash('sha256');
  #index = 0;
  #left: number;

  constructor(parts: readonly HashedPart[]) {
    this.#parts = parts;
    this.#left = parts[0]?.size ?? 0;
  }

  /** @throws Error when a part does not match its hash. */
  update(bytes: Buffer): void {
    this.#whole.update(bytes);
    let rest = bytes;
    while (rest.length > 0) {
      const taken = rest.subarray(0, this.#left);
      if (taken.length === 0) throw new Error('the file has more bytes than its parts');
      this.#part.update(taken);
      this.#left -= taken.length;
      rest = rest.subarray(taken.length);
      if (this.#left === 0) this.#endPart();
    }
  }

  /** SHA-256 of the whole file, lower-case hex. @throws Error when bytes are missing. */
  digest(): string {
    if (this.#index < this.#parts.length) throw new Error(`the file ends within part ${this.#index + 1}`);
    return this.#whole.digest('hex');
  }

  #endPart(): void {
    const expected = this.#parts[this.#index]?.sha256;
    if (this.#part.digest('hex') !== expected) throw new Error(`part ${this.#index + 1} does not match its hash`);
    this.#index += 1;
    this.#part = createHash('sha256');
    this.#left = this.#parts[this.#index]?.size ?? 0;
  }
}

/** SHA-256 of an assembled file, lower-case hex. @throws Error when a part does not match its hash. */
export async function hashParts(file: AsyncIterable<Buffer>, parts: readonly HashedPart[]): Promise<string> {
  const hash = new PartsHash(parts);
  for await (const bytes of file) hash.update(bytes);
  return hash.digest();
}
