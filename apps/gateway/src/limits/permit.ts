import type { KeyUsage } from './key-usage.js';

/** A request that was let in under the limits of its key. */
export class Permit {
  readonly #usage: KeyUsage;
  #released = false;

  constructor(usage: KeyUsage) {
    this.#usage = usage;
  }

  /** The answer took so many tokens. */
  spend(tokens: number): void {
    this.#usage.spend(tokens, Date.now());
  }

  /** The request has ended; only the first time counts. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#usage.release();
  }
}
