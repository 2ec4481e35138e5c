import type { ServerResponse } from 'node:http';

/** By answer: the status of what was written to its connection in its place. */
const replaced = new WeakMap<ServerResponse, number>();

/** Notes that a client was sent another answer in place of this one, with that status. */
export function replaceStatus(answer: ServerResponse, status: number): void {
  replaced.set(answer, status);
}

/** What the client of an answer got of it. */
export interface AnswerEnd {
  /** Of what it was sent, which is not always what `statusCode` says: nobody sent that before the headers. None where the connection ended before. */
  readonly status?: number;
  /** Whether nothing of it is missing. */
  readonly isWhole: boolean;
}

/** To be asked once the answer has closed. */
export function endOf(answer: ServerResponse): AnswerEnd {
  const status = replaced.get(answer);
  if (status !== undefined) return { status, isWhole: true };
  return hasBegun(answer) ? { status: answer.statusCode, isWhole: answer.writableFinished } : { isWhole: false };
}

/** An answer that waits for those before it has no socket yet, though it may be all written. */
function hasBegun({ headersSent, socket, writableFinished }: ServerResponse): boolean {
  return headersSent && (socket !== null || writableFinished);
}
