import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Gives the bytes from `first` to `last`, both included. */
export type ReadRange = (first: number, last: number) => Promise<Buffer>;

/** Large enough that a zip of 512 MiB takes some 130 requests, small enough to hold a few. */
const blockBytes = 4 * 1_048_576;

/** A header and the data after it lie in one block or two, the directory in another. */
const heldBlocks = 4;

/** A zip that lies elsewhere, as its reader wants it: read in blocks, of which a few are held, since most reads are small and near each other. */
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
      if (piece.length === 0) throw new Error('the file is shorter than its own directory says');
      yield piece;
      at += piece.length;
    }
  }

  #block(number: number): Promise<Buffer> {
    const first = number * blockBytes;
    if (first >= this.size) return Promise.resolve(Buffer.alloc(0));
    const block = this.#blocks.get(number) ?? this.readRange(first, Math.min(first + blockBytes, this.size) - 1);
    // A map keeps the order of insertion: the newest use goes to its end, the oldest goes first.
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= heldBlocks) break;
      this.#blocks.delete(oldest);
    }
    return block;
  }
}
