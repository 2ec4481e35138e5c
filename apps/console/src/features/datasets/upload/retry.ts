import { ApiError } from '../../../api/api-error.js';

/** Attempts of a part: about two minutes in all. */
const maxAttempts = 12;
const firstWaitMs = 250;
const maxWaitMs = 15_000;

/** Statuses that are worth another attempt: timeouts, limits and unavailable services. */
const transientStatuses = new Set([408, 429, 502, 503, 504]);

/** Whether an error goes away by itself. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError ? transientStatuses.has(error.status) : error instanceof TypeError;
}

/** Wait before the next attempt, in ms. @param attempt from 1 */
export function backOffMs(attempt: number): number {
  return Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
}

/** Repeats an idempotent request until it succeeds, fails for good, or is aborted. */
export async function withRetries<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === maxAttempts || !isTransient(error)) throw error;
      await sleep(backOffMs(attempt), signal);
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
