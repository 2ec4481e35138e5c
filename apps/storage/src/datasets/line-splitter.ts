/** A line of a file without its line end; `bytes` is null when it is too long. */
export interface Line {
  /** Counts from 1. */
  readonly number: number;
  readonly bytes: Buffer | null;
  /** Offset of the next line in the file, bytes. */
  readonly end: number;
}

/** A position between two lines. */
export interface LinePosition {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Lines before it. */
  readonly lines: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Splits a stream into lines (LF or CRLF). Buffers at most one line, and nothing of a line that is too long. */
export class LineSplitter {
  #pieces: Buffer[] = [];
  #held = 0;
  #tooLong = false;
  #offset: number;
  #lines: number;

  constructor(
    private readonly maxLineBytes: number,
    from: LinePosition,
  ) {
    this.#offset = from.offset;
    this.#lines = from.lines;
  }

  /** Yields the lines that end in this chunk. Read all of them before the next push. */
  *push(piece: Buffer): Generator<Line> {
    let begin = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, begin)) {
      this.#hold(piece.subarray(begin, end));
      begin = end + 1;
      this.#offset += 1;
      yield this.#take();
    }
    this.#hold(piece.subarray(begin));
  }

  /** Yields the last line if it has no line end. */
  *end(): Generator<Line> {
    if (this.#held > 0 || this.#tooLong) yield this.#take();
  }

  #hold(piece: Buffer): void {
    this.#offset += piece.length;
    if (piece.length === 0 || this.#tooLong) return;
    this.#held += piece.length;
    this.#pieces.push(piece);
    if (this.#held > this.maxLineBytes) {
      this.#tooLong = true;
      this.#drop();
    }
  }

  #take(): Line {
    this.#lines += 1;
    const bytes = this.#tooLong ? null : this.#whole();
    this.#drop();
    this.#tooLong = false;
    return { number: this.#lines, bytes, end: this.#offset };
  }

  #whole(): Buffer {
    const [first = Buffer.alloc(0)] = this.#pieces;
    const bytes = this.#pieces.length > 1 ? Buffer.concat(this.#pieces, this.#held) : first;
    const marked = this.#lines === 1 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
    return bytes.subarray(marked ? byteOrderMark.length : 0, end);
  }

  #drop(): void {
    this.#pieces = [];
    this.#held = 0;
  }
}
