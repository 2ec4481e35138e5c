import { Counter } from 'prom-client';
import { Circuit, type CircuitState } from './circuit.js';
import type { HttpTarget } from './http-target.js';
import { ProviderError, type Verdict } from './provider-errors.js';

/** How often and how soon a request is sent again. */
export interface RetrySettings {
  /** Attempts beyond the first. */
  maxRetries: number;
  /** Upper bound of the random wait before the first retry, in ms; it doubles with each. */
  backoffMs: number;
}

/** As the clients of OpenAI's own library do it: two more attempts, half a second and a second apart at most. */
export const RETRIES: RetrySettings = { maxRetries: 2, backoffMs: 500 };

/** A server that wants to be left alone for longer is not waited for: its caller is told when to come again. */
export const MAX_RETRY_AFTER_MS = 60_000;

const retries = new Counter({
  name: 'earshot_provider_retries_total',
  help: 'Requests sent to a model server again, by the code of the error before.',
  labelNames: ['code'],
});

const circuits = new Counter({
  name: 'earshot_provider_circuit_changes_total',
  help: 'Circuits of models that opened, let a probe through (half_open) or closed.',
  labelNames: ['state'],
});

/** Counts a request that is sent again. @param code of ours, so there are few. */
export function countRetry(code: string): void {
  retries.inc({ code });
}

/** Counts a change of any model's circuit. */
export function countCircuit(state: CircuitState): void {
  circuits.inc({ state });
}

/** Failures in a row that exhaust what retries may take, twice over. */
const MAX_TOKENS = 10;
/** What a success gives back: so retries are at most a tenth of the requests, in the long run. */
const TOKENS_PER_SUCCESS = 0.1;

/**
 * Bounds the retries at one model, so that a server in trouble is not also flooded with them: each failure takes a token, each
 * success gives a tenth of one back, and there are retries only while more than half are left.
 */
export class RetryBudget {
  private tokens = MAX_TOKENS;

  /** Whether there may be a retry. */
  get allows(): boolean {
    return this.tokens > MAX_TOKENS / 2;
  }

  succeeded(): void {
    if (this.tokens < MAX_TOKENS) this.tokens = Math.min(MAX_TOKENS, this.tokens + TOKENS_PER_SUCCESS);
  }

  failed(): void {
    this.tokens = Math.max(0, this.tokens - 1);
  }
}

/** What this process has learnt about one model at its server. */
export interface TargetState {
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  /** It makes one choice a request, whatever `n` says. */
  oneChoiceOnly: boolean;
}

/**
 * What is known of each target, as long as that lives. By object, not by address: callers keep one object a model, so models do not
 * suffer from each other's keys and limits, changed settings begin anew, and there is nothing to evict.
 */
export class TargetStates {
  private readonly states = new WeakMap<HttpTarget, TargetState>();

  /** @param onCircuit told when a target's circuit changes. */
  constructor(private readonly onCircuit: (target: HttpTarget, state: CircuitState) => void = () => undefined) {}

  of(target: HttpTarget): TargetState {
    let state = this.states.get(target);
    if (state === undefined) {
      const circuit = new Circuit((changed) => this.onCircuit(target, changed));
      this.states.set(target, (state = { circuit, budget: new RetryBudget(), oneChoiceOnly: false }));
    }
    return state;
  }
}

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
