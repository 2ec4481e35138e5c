/** A line of a file, without its end; `bytes` is null where it is longer than lines may be. */
export interface Line {
  /** Counts from 1. */
  readonly number: number;
  readonly bytes: Buffer | null;
  /** Where the next line begins, in bytes from the beginning of the file. */
  readonly end: number;
}

/** A place between two lines. */
export interface LinePlace {
  /** Bytes from the beginning of the file. */
  readonly offset: number;
  /** Lines before it. */
  readonly lines: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Cuts a file into lines (LF or CRLF) as it comes in; holds no more than one line, and of one that is too long nothing. */
export class LineSplitter {
  #pieces: Buffer[] = [];
  #held = 0;
  #tooLong = false;
  #offset: number;
  #lines: number;

  constructor(
    private readonly maxLineBytes: number,
    from: LinePlace,
  ) {
    this.#offset = from.offset;
    this.#lines = from.lines;
  }

  /** The lines that end in this piece of the file. To be read before the next piece is given. */
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

  /** The last line, where no newline ends it. */
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
