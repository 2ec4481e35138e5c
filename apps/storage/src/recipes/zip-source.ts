import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Reads a byte range; `first` and `last` are inclusive. */
export type ReadRange = (first: number, last: number) => Promise<Buffer>;

/** Block size: a zip of 512 MiB takes about 130 requests. */
const blockBytes = 4 * 1_048_576;

/** Cached blocks: a header and its data span up to two, the directory one more. */
const cachedBlocks = 4;

/** Reads a remote zip in blocks and caches a few of them: most reads are small and close together. */
export class ZipSource extends RandomAccessReader {
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(
    private readonly readRange: ReadRange,
    private readonly size: number,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(buffer.subarray(offset, offset + length), position).then(() => callback(null), callback);
  }

  async #fill(target: Buffer, position: number): Promise<void> {
    let filled = 0;
    for await (const piece of this.#pieces(position, position + target.length)) filled += piece.copy(target, filled);
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const number = Math.floor(at / blockBytes);
      const begin = number * blockBytes;
      const piece = (await this.#block(number)).subarray(at - begin, Math.min(end - begin, blockBytes));
      if (piece.length === 0) throw new Error('the file is shorter than its directory says');
      yield piece;
      at += piece.length;
    }
  }

  #block(number: number): Promise<Buffer> {
    const first = number * blockBytes;
    if (first >= this.size) return Promise.resolve(Buffer.alloc(0));
    const block = this.#blocks.get(number) ?? this.readRange(first, Math.min(first + blockBytes, this.size) - 1);
    // A map keeps insertion order, which makes it an LRU cache.
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= cachedBlocks) break;
      this.#blocks.delete(oldest);
    }
    return block;
  }
}
