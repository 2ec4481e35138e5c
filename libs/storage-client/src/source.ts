import { Readable } from 'node:stream';

/** Bytes on their way to the bucket, which can tell afterwards whether it was they that failed, or the bucket. */
export class Source {
  readonly body: Readable | Buffer;
  #failure: { readonly reason: unknown } | undefined;

  constructor(bytes: AsyncIterable<Uint8Array> | Buffer) {
    this.body = Buffer.isBuffer(bytes) ? bytes : Readable.from(this.#watched(bytes), { objectMode: false });
  }

  /** @throws what the bytes failed with. */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  async *#watched(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (reason) {
      this.#failure = { reason };
      throw reason;
    }
  }
}
