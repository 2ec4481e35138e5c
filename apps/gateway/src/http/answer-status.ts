import type { ServerResponse } from 'node:http';

/** By answer: the status of what was written to its connection in its place. */
const replaced = new WeakMap<ServerResponse, number>();

/** As nginx counts it; no client is ever sent this one. */
const unanswered = 499;

/** Notes that a client was sent another answer in place of this one, with that status. */
export function replaceStatus(answer: ServerResponse, status: number): void {
  replaced.set(answer, status);
}

/**
 * The status that the client of an answer that has closed was sent, which is not always what `statusCode` says: nobody sent that before the
 * headers. 499, which is no server error, where the connection ended before an answer began.
 */
export function statusSent(answer: ServerResponse): number {
  return replaced.get(answer) ?? (hasBegun(answer) ? answer.statusCode : unanswered);
}

/** An answer that waits for those before it has no socket yet, though it may be all written. */
function hasBegun({ headersSent, socket, writableFinished }: ServerResponse): boolean {
  return headersSent && (socket !== null || writableFinished);
}
