import type { ByteRange } from '@earshot/storage-client/bytes';
import { setImmediate as nextTick } from 'node:timers/promises';
import { convertLine, isBlank } from './convert-line.js';
import { LineSplitter, type Line } from './line-splitter.js';

/**
 * Maximum length of a line in bytes. Several copies are in memory during conversion; a conversation without images is
 * far shorter.
 */
export const maxLineBytes = 16 * 1_048_576;

/** Maximum number of reported errors. */
export const maxErrors = 100;

/** Characters per yielded batch of rows. */
const batchLength = 65_536;

/** The position of a conversion. */
export interface ConversionState {
  /** Converted bytes of the uploaded file; they end with a line. */
  readonly bytes: number;
  readonly lines: number;
  readonly rows: number;
}

/** An error in a line. */
export interface LineError {
  /** Counts from 1. */
  readonly line: number;
  readonly message: string;
}

/** Input of the conversion worker. */
export interface ConversionTask {
  /** Presigned URL of the uploaded file. */
  readonly url: string;
  /** The bytes that are not converted yet. */
  readonly range: ByteRange;
  /** Position at the start of `range`. */
  readonly from: ConversionState;
}

/** Position and errors of a conversion so far. */
export interface ConversionProgress {
  readonly state: ConversionState;
  readonly errors: readonly LineError[];
}

/** Event of the conversion worker: progress, or an uploaded piece with the position after it. */
export type ConversionEvent =
  | { readonly progress: ConversionProgress }
  | { readonly piece: { readonly size: number; readonly state: ConversionState } };

/**
 * Converts a file of conversations to recipe format as a stream.
 *
 * After the first error it produces no more rows and only collects errors, up to a maximum.
 */
export class Conversion {
  readonly errors: LineError[] = [];
  #state: ConversionState;
  readonly #splitter: LineSplitter;

  /** @param from position to resume from; the bytes that are pushed start there. */
  constructor(from: ConversionState) {
    this.#state = from;
    this.#splitter = new LineSplitter(maxLineBytes, { offset: from.bytes, lines: from.lines });
  }

  /** The position after the last batch of {@link rows}. */
  get state(): ConversionState {
    return this.#state;
  }

  /** Yields batches of whole rows. Yields to the event loop after each chunk of the file. */
  async *rows(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
    for await (const chunk of file) {
      yield* this.#convert(this.#splitter.push(chunk));
      if (this.errors.length >= maxErrors) return;
      await nextTick();
    }
    yield* this.#convert(this.#splitter.end());
    if (this.#state.rows === 0 && this.errors.length === 0)
      this.errors.push({ line: 1, message: 'The file has only blank lines.' });
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

  /** undefined when the line is blank or has an error. */
  #rowOf({ number, bytes }: Line): string | undefined {
    if (bytes === null) {
      this.errors.push({ line: number, message: `The line must have at most ${maxLineBytes} bytes.` });
      return undefined;
    }
    if (isBlank(bytes)) return undefined;
    const converted = convertLine(bytes);
    if ('row' in converted) return converted.row;
    this.errors.push({ line: number, message: converted.fault });
    return undefined;
  }
}
