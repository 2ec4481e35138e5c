import { invalidRequest, type AppError } from '@earshot/errors';
import { budgetSpent, type BodyCharge } from '../http/body-budget.js';

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** A line and the bytes of memory it took, or its error. */
export type Line = { readonly bytes: Buffer; readonly taken: number } | { readonly error: AppError };

/** Memory for lines. */
export type LineMemory = Pick<BodyCharge, 'tryTake' | 'give'>;

/**
 * Yields the lines of a stream without line ends; skips empty ones. Only one line and one chunk are in memory. A line
 * above the limit, or without memory, is skipped and yields its error. The caller returns the memory of each line.
 */
export async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
  memory: LineMemory,
): AsyncGenerator<Line> {
  let chunks: Buffer[] = [];
  let taken = 0;
  let error: AppError | undefined;
  let first = true;
  const reject = (why: AppError) => {
    memory.give(taken);
    [chunks, taken, error] = [[], 0, why];
  };
  const take = (piece: Buffer) => {
    if (error !== undefined) return;
    if (taken + piece.length > maxBytes) return reject(tooLong(maxBytes));
    if (!memory.tryTake(piece.length)) return reject(budgetSpent());
    taken += piece.length;
    chunks.push(piece);
  };
  const line = (): Line => {
    const result = error === undefined ? { bytes: trimmed(Buffer.concat(chunks), first), taken } : { error };
    [chunks, taken, error, first] = [[], 0, undefined, false];
    return result;
  };
  try {
    for await (const piece of pieces) {
      let from = 0;
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
        take(piece.subarray(from, end));
        from = end + 1;
        yield* unlessEmpty(line(), memory);
      }
      take(piece.subarray(from));
    }
    yield* unlessEmpty(line(), memory);
  } finally {
    memory.give(taken);
  }
}

function* unlessEmpty(line: Line, memory: LineMemory): Generator<Line> {
  if (!('bytes' in line) || line.bytes.length > 0) yield line;
  else memory.give(line.taken);
}

function trimmed(bytes: Buffer, first: boolean): Buffer {
  const from = first && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  const to = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  return bytes.subarray(from, Math.max(from, to));
}

function tooLong(maxBytes: number): AppError {
  return invalidRequest('body_too_large', `The line exceeds the limit of ${maxBytes} bytes.`);
}
