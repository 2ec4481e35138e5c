import { invalidRequest, type AppError } from '@earshot/errors';

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** One line: its bytes, or why they are not kept. */
export type Line = { readonly bytes: Buffer } | { readonly refusal: AppError };

/**
 * The lines of a stream that are not empty, without their ends. Never more than one of them, and a piece of the stream, is in memory; one that
 * is too long is read to its end and refused.
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let begun: Buffer[] = [];
  let size = 0;
  let first = true;
  const take = (piece: Buffer) => {
    size += piece.length;
    if (size <= maxBytes) begun.push(piece);
    else begun = [];
  };
  const line = (): Line => {
    const made = size > maxBytes ? { refusal: tooLong(maxBytes) } : { bytes: trimmed(Buffer.concat(begun), first) };
    [begun, size, first] = [[], 0, false];
    return made;
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      take(piece.subarray(from, end));
      from = end + 1;
      yield* unlessEmpty(line());
    }
    take(piece.subarray(from));
  }
  yield* unlessEmpty(line());
}

function* unlessEmpty(line: Line): Generator<Line> {
  if (!('bytes' in line) || line.bytes.length > 0) yield line;
}

function trimmed(bytes: Buffer, first: boolean): Buffer {
  const from = first && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  const to = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  return bytes.subarray(from, Math.max(from, to));
}

function tooLong(maxBytes: number): AppError {
  return invalidRequest('body_too_large', `The line is larger than ${maxBytes} bytes.`);
}
