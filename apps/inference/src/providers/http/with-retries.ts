import { setTimeout as sleep } from 'node:timers/promises';
import { Attempts } from './attempts.js';
import type { RetrySettings } from './attempts.js';
import type { TargetState } from './attempts.js';

/** What bounds the attempts of one request. */
export interface RetryLimits {
  /** Aborts when the caller stops waiting; `work` must heed it. */
  readonly signal: AbortSignal;
  readonly settings: RetrySettings;
  /** No attempt begins after it; ms since 1970. */
  readonly retryUntil?: number;
}

/**
 * Runs work that answers in one piece, with retries: see {@link Attempts}. Only a ProviderError is retried.
 * @throws the last error; AppError `provider_unavailable`; the signal's reason.
 */
export async function withRetries<Result>(
  state: Pick<TargetState, 'circuit' | 'budget'>,
  { signal, settings, retryUntil }: RetryLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  const attempts = new Attempts(state, settings, retryUntil);
  for (;;) {
    signal.throwIfAborted();
    attempts.begin();
    try {
      const result = await work();
      attempts.succeeded();
      return result;
    } catch (error) {
      if (signal.aborted) {
        attempts.abandoned();
        throw error;
      }
      const waitMs = attempts.failed(error);
      if (waitMs === null) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}
