import { ProviderError, type Verdict } from './provider-error.js';
import { countRetry } from './attempts.metrics.js';
import { MAX_RETRY_AFTER_MS, type RetrySettings } from './retry-settings.js';
import type { TargetState } from './target-state.js';

/**
 * The attempts of one request, one after another: whether there may be one, and when the next. Every {@link begin} is followed by exactly
 * one of the other three. Nothing is sent again once anything of its answer has come.
 */
export class Attempts {
  private retries = 0;
  private probe = false;

  /** @param retryUntil no attempt begins after it; ms since 1970. */
  constructor(
    private readonly state: Pick<TargetState, 'circuit' | 'budget'>,
    private readonly settings: RetrySettings,
    private readonly retryUntil = Number.POSITIVE_INFINITY,
  ) {}

  /** @throws AppError `provider_unavailable` while the circuit is open */
  begin(): void {
    this.probe = this.state.circuit.enter();
  }

  /** The answer has begun. */
  succeeded(): void {
    this.state.circuit.leave(this.probe, 'good');
    this.state.budget.succeeded();
  }

  /** Nobody waits for it any more, or it never left this process. */
  abandoned(): void {
    this.state.circuit.leave(this.probe, 'unknown');
  }

  /** @returns how long to wait before the next attempt, in ms; null when there is to be none */
  failed(error: unknown): number | null {
    if (!(error instanceof ProviderError)) {
      this.abandoned();
      return null;
    }
    const { verdict } = error;
    this.state.circuit.leave(this.probe, verdict.faulty ? 'bad' : 'good');
    if (verdict.faulty || verdict.retry) this.state.budget.failed();
    const waitMs = this.wait(verdict);
    if (waitMs !== null) {
      this.retries += 1;
      countRetry(error.code);
    }
    return waitMs;
  }

  private wait({ retry, retryAfterMs }: Verdict): number | null {
    if (!retry || this.retries >= this.settings.maxRetries) return null;
    if (!this.state.budget.allows || this.state.circuit.refuses) return null;
    // Full jitter: those who failed together come back apart, also after a time that the server has named.
    const jitterMs = Math.random() * this.settings.backoffMs * 2 ** this.retries;
    if (retryAfterMs !== null && retryAfterMs > MAX_RETRY_AFTER_MS) return null;
    const waitMs = (retryAfterMs ?? 0) + jitterMs;
    return Date.now() + waitMs < this.retryUntil ? waitMs : null;
  }
}
