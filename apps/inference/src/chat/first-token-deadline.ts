import type { ChatRequest } from '@earshot/contracts-inference';

/** Ends the work on an answer whose first token is late, however long the request waited before it came here. */
export class FirstTokenDeadline {
  /** Aborts with the caller's, and when the first token is late; at once where it can't be in time any more. */
  readonly signal: AbortSignal;
  readonly #late = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #at: number;
  #isMet = false;

  /** The request's; undefined where it has none. @param caller aborts when nobody waits for the answer any more. */
  static of({ received_at_ms, max_ttft_ms }: ChatRequest, caller: AbortSignal): FirstTokenDeadline | undefined {
    return max_ttft_ms === null ? undefined : new FirstTokenDeadline(received_at_ms + max_ttft_ms, caller);
  }

  /** @param at ms since 1970 */
  constructor(at: number, caller: AbortSignal) {
    this.#at = at;
    this.signal = AbortSignal.any([caller, this.#late.signal]);
    const leftMs = this.#at - Date.now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.#late.abort(), leftMs);
    else this.#late.abort();
  }

  /** The first token is there. */
  meet(): void {
    this.#isMet = !this.isMissed;
    this.clear();
  }

  /** Whether the first token did not come in time. Holds too where the caller, who has a clock as well, was quicker to give up. */
  get isMissed(): boolean {
    return !this.#isMet && (this.#late.signal.aborted || Date.now() >= this.#at);
  }

  /** Nothing is waited for any more. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
