import { setTimeout as sleep } from 'node:timers/promises';
import { Attempts } from './attempts.js';
import type { RetrySettings } from './attempts.js';
import type { TargetState } from './attempts.js';

/** What bounds the attempts of one request. */
export interface RetryLimits {
  /** Aborts when nobody waits any more; `work` is expected to heed it too. */
  readonly signal: AbortSignal;
  readonly settings: RetrySettings;
  /** No attempt begins after it; ms since 1970. */
  readonly retryUntil?: number;
}

/**
 * Does work that answers in one piece, and does it again where that may help: see {@link Attempts}.
 *
 * @param work one attempt; failures that are no ProviderError are never repeated.
 * @throws what the last attempt threw; AppError `provider_unavailable`; the signal's reason when that aborts.
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
