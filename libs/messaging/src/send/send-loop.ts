/**
 * Sends what has gathered while the sends before were under way: one round trip carries whatever is there, so the more
 * there is to do, the less each record costs.
 */
export class SendLoop {
  readonly #flush: () => Promise<void> | undefined;
  readonly #maxInFlight: number;
  #scheduled = false;
  #inFlight = 0;
  #idle: (() => void)[] = [];

  /**
   * @param flush sends what there is; undefined if there is nothing. Deals with its failures itself.
   * @param maxInFlight how many sends may be under way at once; only one keeps the order if one fails.
   */
  constructor(flush: () => Promise<void> | undefined, maxInFlight = 1) {
    this.#flush = flush;
    this.#maxInFlight = maxInFlight;
  }

  /** There is something to send. */
  wake(): void {
    if (this.#scheduled || this.#inFlight >= this.#maxInFlight) return;
    this.#scheduled = true;
    // Everything that this turn of the event loop still brings goes along.
    setImmediate(() => {
      this.#scheduled = false;
      this.#next();
    });
  }

  /** Resolves when everything that was there has been sent or given up. */
  async idle(): Promise<void> {
    if (!this.#scheduled && this.#inFlight === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #next(): void {
    while (this.#inFlight < this.#maxInFlight) {
      const sending = this.#flush();
      if (sending === undefined) break;
      this.#inFlight += 1;
      const sent = (): void => {
        this.#inFlight -= 1;
        this.#next();
      };
      sending.then(sent, sent);
    }
    if (this.#inFlight > 0 || this.#scheduled) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
