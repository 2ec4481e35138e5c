import { setTimeout as sleep } from 'node:timers/promises';
import { Circuit } from './circuit.js';
import type { HttpTarget } from './http-settings.js';
import { countCircuitChange, countRetry } from './http.metrics.js';
import { ProviderError, type Verdict } from './provider-errors.js';

/** How often and how soon a request is sent again. */
export interface RetrySettings {
  maxRetries: number;
  /** Upper bound of the random wait before the first retry, in ms; it doubles with each. */
  backoffMs: number;
}

/** As the clients of OpenAI's own library do it: two more attempts, half a second and a second apart at most. */
export const RETRIES: RetrySettings = { maxRetries: 2, backoffMs: 500 };

/** Longest Retry-After that is waited for; beyond it the caller gets the time. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Full budget. A failure takes 1, and retries need more than half. */
const RETRY_BUDGET = 10;
/** A success returns this much: in the long run at most a tenth of the requests are retries. */
const BUDGET_PER_SUCCESS = 0.1;

/** Limits the retries of a model. */
export class RetryBudget {
  #left = RETRY_BUDGET;

  get allows(): boolean {
    return this.#left > RETRY_BUDGET / 2;
  }

  succeeded(): void {
    if (this.#left < RETRY_BUDGET) this.#left = Math.min(RETRY_BUDGET, this.#left + BUDGET_PER_SUCCESS);
  }

  failed(): void {
    this.#left = Math.max(0, this.#left - 1);
  }
}

/** What this process has learnt about one model at its server. */
export interface TargetState {
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  /** The server ignores `n` and generates one choice for each request. */
  oneChoiceOnly: boolean;
}

/** State of each target by object, not address: models do not share failures, and changed settings start fresh. */
export class TargetStates {
  readonly #states = new WeakMap<HttpTarget, TargetState>();

  /** @param onOpened called when the circuit of a target opens. */
  constructor(private readonly onOpened: (target: HttpTarget) => void) {}

  of(target: HttpTarget): TargetState {
    let state = this.#states.get(target);
    if (state === undefined) {
      const circuit = new Circuit((changed) => {
        countCircuitChange(changed);
        if (changed === 'open') this.onOpened(target);
      });
      this.#states.set(target, (state = { circuit, budget: new RetryBudget(), oneChoiceOnly: false }));
    }
    return state;
  }
}

/** The attempts of one request. Each {@link begin} is followed by exactly one of the other three. */
export class Attempts {
  #retries = 0;
  #probe = false;

  /** @param retryUntil no attempt begins after it; ms since 1970. */
  constructor(
    private readonly state: Pick<TargetState, 'circuit' | 'budget'>,
    private readonly settings: RetrySettings,
    private readonly retryUntil = Number.POSITIVE_INFINITY,
  ) {}

  /** @throws AppError `provider_unavailable` while the circuit is open */
  begin(): void {
    this.#probe = this.state.circuit.enter();
  }

  succeeded(): void {
    this.state.circuit.leave(this.#probe, 'good');
    this.state.budget.succeeded();
  }

  /** The caller stopped waiting, or the request was never sent. */
  abandoned(): void {
    this.state.circuit.leave(this.#probe, 'unknown');
  }

  /** @returns the wait before the next attempt, in ms; null for none */
  failed(error: unknown): number | null {
    if (!(error instanceof ProviderError)) {
      this.abandoned();
      return null;
    }
    const { verdict } = error;
    this.state.circuit.leave(this.#probe, verdict.faulty ? 'bad' : 'good');
    if (verdict.faulty || verdict.retry) this.state.budget.failed();
    const waitMs = this.#wait(verdict);
    if (waitMs !== null) {
      this.#retries += 1;
      countRetry(error.code);
    }
    return waitMs;
  }

  #wait({ retry, retryAfterMs }: Verdict): number | null {
    if (!retry || this.#retries >= this.settings.maxRetries) return null;
    if (!this.state.budget.allows || this.state.circuit.isOpen) return null;
    // Full jitter spreads requests that failed together, also after a Retry-After.
    const jitterMs = Math.random() * this.settings.backoffMs * 2 ** this.#retries;
    if (retryAfterMs !== null && retryAfterMs > MAX_RETRY_AFTER_MS) return null;
    const waitMs = (retryAfterMs ?? 0) + jitterMs;
    return Date.now() + waitMs < this.retryUntil ? waitMs : null;
  }
}

/** What bounds the attempts of one request. */
export interface RetryLimits {
  /** Aborts when the caller stops waiting; `work` must heed it. */
  readonly signal: AbortSignal;
  readonly settings: RetrySettings;
  /** No attempt begins after it; ms since 1970. */
  readonly retryUntil?: number;
}

/** Runs work with retries by {@link Attempts}. @throws the last error; `provider_unavailable`; the signal's reason. */
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
