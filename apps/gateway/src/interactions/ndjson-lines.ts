import { invalidRequest, type AppError } from '@earshot/errors';
import { budgetSpent, type BodyCharge } from '../http/body-budget.js';

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** One line: its bytes, and how many were taken of the memory for them; or why they are not kept. */
export type Line = { readonly bytes: Buffer; readonly taken: number } | { readonly refusal: AppError };

/** The memory that lines are kept in. */
export type LineMemory = Pick<BodyCharge, 'tryTake' | 'give'>;

/**
 * The lines of a stream that are not empty, without their ends. Never more than one of them, and a piece of the stream, is in memory; one that
 * is too long, or for which there is no memory, is read to its end and refused. Whoever gets a line gives its memory back.
 */
export async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
  memory: LineMemory,
): AsyncGenerator<Line> {
  let begun: Buffer[] = [];
  let taken = 0;
  let refusal: AppError | undefined;
  let first = true;
  const refuse = (why: AppError) => {
    memory.give(taken);
    [begun, taken, refusal] = [[], 0, why];
  };
  const take = (piece: Buffer) => {
    if (refusal !== undefined) return;
    if (taken + piece.length > maxBytes) return refuse(tooLong(maxBytes));
    if (!memory.tryTake(piece.length)) return refuse(budgetSpent());
    taken += piece.length;
    begun.push(piece);
  };
  const line = (): Line => {
    const made = refusal === undefined ? { bytes: trimmed(Buffer.concat(begun), first), taken } : { refusal };
    [begun, taken, refusal, first] = [[], 0, undefined, false];
    return made;
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
