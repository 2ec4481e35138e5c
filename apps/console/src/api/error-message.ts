import { isTimeout } from './retry.js';

/** What went wrong in words, for a person. */
export function messageOf(error: unknown): string {
  // `fetch` rejects with a TypeError without a connection.
  if (error instanceof TypeError) return 'The server cannot be reached.';
  if (isTimeout(error)) return 'The server did not answer in time.';
  return error instanceof Error ? error.message : String(error);
}
