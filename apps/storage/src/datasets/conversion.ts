import { setImmediate as nextTurn } from 'node:timers/promises';
import { convertLine, isBlank } from './convert-line.js';
import { LineSplitter, type Line } from './line-splitter.js';

/**
 * The longest line of a dataset, in bytes. Several copies of one are in memory while it is converted; a conversation without pictures in it
 * comes nowhere near this.
 */
export const maxLineBytes = 16 * 1_048_576;

/** How many errors of a file are told: whoever mends a hundred knows by then what is wrong with the others. */
export const maxErrors = 100;

/** Rows are given on in pieces of about this many characters: few enough calls, and little to hold. */
const batchLength = 65_536;

/** Where a conversion is, or goes on. */
export interface ConversionState {
  /** Bytes of the uploaded file that are done with; they end with a line. */
  readonly bytes: number;
  readonly lines: number;
  readonly rows: number;
}

/** What is wrong with a line. */
export interface LineError {
  /** Counts from 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * Turns a file of conversations into recipe format, a piece at a time. Once a line is wrong no more rows are made: the rest is read for what
 * else is wrong, until that is enough.
 */
export class Conversion {
  readonly errors: LineError[] = [];
  #state: ConversionState;
  readonly #splitter: LineSplitter;

  /** @param from what an earlier conversion of the same file had come to; the pieces that are given begin there. */
  constructor(from: ConversionState) {
    this.#state = from;
    this.#splitter = new LineSplitter(maxLineBytes, { offset: from.bytes, lines: from.lines });
  }

  /** After the last piece of {@link rows} that was taken. */
  get state(): ConversionState {
    return this.#state;
  }

  /** The rows of a file, in pieces that end with a row; a turn of the event loop for each piece of the file. */
  async *rows(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
    for await (const piece of file) {
      yield* this.#convert(this.#splitter.push(piece));
      if (this.errors.length >= maxErrors) return;
      await nextTurn();
    }
    yield* this.#convert(this.#splitter.end());
    if (this.#state.rows === 0 && this.errors.length === 0)
      this.errors.push({ line: 1, message: 'The file has no line with anything in it.' });
  }

  *#convert(lines: Iterable<Line>): Generator<string> {
    let rows = '';
    for (const line of lines) {
      const row = this.#rowOf(line);
      if (row !== undefined && this.errors.length === 0) rows += `${row}\n`;
      this.#state = { bytes: line.end, lines: line.number, rows: this.#state.rows + (row === undefined ? 0 : 1) };
      if (this.errors.length >= maxErrors) return;
      if (rows.length < batchLength) continue;
      yield rows;
      rows = '';
    }
    if (rows !== '') yield rows;
  }

  /** Undefined where the line has none. */
  #rowOf({ number, bytes }: Line): string | undefined {
    if (bytes === null) {
      this.errors.push({ line: number, message: `The line is longer than ${maxLineBytes} bytes.` });
      return undefined;
    }
    if (isBlank(bytes)) return undefined;
    const converted = convertLine(bytes);
    if ('row' in converted) return converted.row;
    this.errors.push({ line: number, message: converted.fault });
    return undefined;
  }
}
