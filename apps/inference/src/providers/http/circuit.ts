import { overloaded } from '@earshot/errors';

/** Failures in a row that open the circuit: more than an accident, and soon enough to spare callers the wait. */
const FAILURES_TO_OPEN = 5;
/** Duration of the first open state, in ms: a restarted server is back in seconds. Doubles with each failed probe. */
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 30_000;
/** A probe without an answer after this time, in ms, is followed by another: a long prompt takes time. */
const PROBE_MS = 5_000;

/** States of a circuit. */
export type CircuitState = 'open' | 'half_open' | 'closed';

/** Outcome of an attempt. `unknown`: it was cancelled before the server answered. */
export type Outcome = 'good' | 'bad' | 'unknown';

/** Circuit breaker: opens after failures in a row; after a rest, one probe at a time; a success closes it. */
export class Circuit {
  #failures = 0;
  #rests = 0;
  /** When a probe may go through; null while closed. */
  #probeAt: number | null = null;

  /** @param onChange called on every change of state. */
  constructor(
    private readonly onChange: (state: CircuitState) => void = () => undefined,
    private readonly now: () => number = Date.now,
  ) {}

  get closed(): boolean {
    return this.#probeAt === null;
  }

  get isOpen(): boolean {
    return this.#probeAt !== null && this.#probeAt > this.now();
  }

  /** Lets an attempt through. @returns whether it is a probe @throws AppError `provider_unavailable` */
  enter(): boolean {
    if (this.#probeAt === null) return false;
    const restMs = this.#probeAt - this.now();
    if (restMs > 0) throw providerUnavailable(restMs);
    this.#probeAt = this.now() + PROBE_MS;
    this.onChange('half_open');
    return true;
  }

  /** Takes the outcome of an attempt that was let through. */
  leave(probe: boolean, outcome: Outcome): void {
    if (outcome === 'good') this.#close();
    else if (outcome === 'unknown') {
      if (probe && this.#probeAt !== null) this.#probeAt = this.now();
    } else if (probe || (this.#probeAt === null && ++this.#failures >= FAILURES_TO_OPEN)) this.#open();
  }

  #close(): void {
    this.#failures = 0;
    this.#rests = 0;
    if (this.#probeAt === null) return;
    this.#probeAt = null;
    this.onChange('closed');
  }

  #open(): void {
    const restMs = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** this.#rests);
    this.#rests += 1;
    // Jitter: processes that saw the same failure do not probe together.
    this.#probeAt = this.now() + restMs * (0.5 + Math.random() / 2);
    this.onChange('open');
  }
}

function providerUnavailable(restMs: number) {
  const message = 'The model provider failed repeatedly, so requests to it are paused. Retry later.';
  return overloaded('provider_unavailable', message, Math.max(1, Math.ceil(restMs / 1_000)));
}
