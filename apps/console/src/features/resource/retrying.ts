import { ApiError } from '../../api/api-error.js';
import { isTimeout } from '../../api/retry.js';

const firstPauseMs = 500;
const longestPauseMs = 10_000;

/** After this time without an answer an attempt counts as failed. */
const attemptTimeoutMs = 20_000;

/** Longer than any restart of a service. A person decides what happens afterwards. */
const giveUpAfterMs = 15 * 60_000;

/** Options of {@link retried}. */
export interface RetryOptions {
  /** Called before each pause. */
  readonly onRetry?: (error: Error) => void;
  readonly pause?: (ms: number) => Promise<void>;
  readonly now?: () => number;
}

/** Repeats a request after errors of the network and the server. The attempts must share an `Idempotency-Key`. */
export async function retried<T>(attempt: (signal: AbortSignal) => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { onRetry, pause = sleep, now = Date.now } = options;
  const end = now() + giveUpAfterMs;
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(AbortSignal.timeout(attemptTimeoutMs));
    } catch (error) {
      const pauseMs = pauseAfter(count, error);
      if (pauseMs === null || now() + pauseMs > end) throw error;
      onRetry?.(error as Error);
      await pause(pauseMs);
    }
  }
}

/**
 * Returns how long to wait after a failed attempt, in ms; null if the error does not go away.
 *
 * @param count number of attempts so far
 */
export function pauseAfter(count: number, error: unknown): number | null {
  if (!isTransient(error)) return null;
  const pauseMs = Math.min(firstPauseMs * 2 ** (count - 1), longestPauseMs);
  return error instanceof ApiError ? Math.max(pauseMs, error.retryAfterMs ?? 0) : pauseMs;
}

const tooManyRequests = 429;

function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === tooManyRequests;
  // `fetch` rejects with a TypeError without a connection, and with the reason of the signal after its time.
  return error instanceof TypeError || isTimeout(error);
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
