import { AppError, type AppErrorFields } from '@earshot/errors';

/** What a failed attempt says about the next one. */
export interface Verdict {
  /** Whether the same request may be sent to the same server again: only where it does not work on it any more. */
  readonly retry: boolean;
  /** How long the server wants to be left alone, in ms; null where it does not say. */
  readonly retryAfterMs: number | null;
  /** Whether the server is at fault. A refusal that it has thought about shows that it is well. */
  readonly faulty: boolean;
}

/** A failure of a provider, with what it means for further attempts. */
export class ProviderError extends AppError {
  constructor(
    fields: AppErrorFields,
    readonly verdict: Verdict,
  ) {
    super(fields);
  }
}

/** The server is at fault, and has or may have worked on the request: sent again, it might be paid for twice. */
export const faultyOnce: Verdict = { retry: false, retryAfterMs: null, faulty: true };
/** The server is at fault, and will not answer this request: it was never read, was answered with an error, or the connection ended before a word of an answer. */
export const faultyAgain: Verdict = { retry: true, retryAfterMs: null, faulty: true };
/** The server is well, and its word is final. */
export const refused: Verdict = { retry: false, retryAfterMs: null, faulty: false };
