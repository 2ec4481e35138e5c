import type { ChatRequest } from '@earshot/contracts-inference';

/** Aborts an answer whose first token is late, counted from when the gateway received the request. */
export class FirstTokenDeadline {
  /** Aborts with the caller's, and when the first token is late; at once where it can't be in time any more. */
  readonly signal: AbortSignal;
  readonly #timeout = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #at: number;
  #isMet = false;

  /** The deadline of a request; undefined for none. @param caller aborts when the caller stops waiting. */
  static of({ received_at_ms, max_ttft_ms }: ChatRequest, caller: AbortSignal): FirstTokenDeadline | undefined {
    return max_ttft_ms === null ? undefined : new FirstTokenDeadline(received_at_ms + max_ttft_ms, caller);
  }

  /** @param at ms since 1970 */
  constructor(at: number, caller: AbortSignal) {
    this.#at = at;
    this.signal = AbortSignal.any([caller, this.#timeout.signal]);
    const leftMs = this.#at - Date.now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.#timeout.abort(), leftMs);
    else this.#timeout.abort();
  }

  meet(): void {
    this.#isMet = !this.isMissed;
    this.clear();
  }

  /** Whether the first token is late, also where the caller's clock aborted first. */
  get isMissed(): boolean {
    return !this.#isMet && (this.#timeout.signal.aborted || Date.now() >= this.#at);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
