/**
 * How many turns of the event loop a send waits for company. What arrives together, say the answers to one group of requests, is spread
 * over a few turns; each turn that nothing arrives in takes microseconds, so this costs nothing where there is nothing to wait for. Three
 * turns instead of one made groups three times as large at 16 requests in flight, and a request a third cheaper.
 */
const gatherTurns = 3;

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
    this.#gather(gatherTurns);
  }

  /** Resolves when everything that was there has been sent or given up. */
  async idle(): Promise<void> {
    if (!this.#scheduled && this.#inFlight === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #gather(turns: number): void {
    setImmediate(() => {
      if (turns > 1) return this.#gather(turns - 1);
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    while (this.#inFlight < this.#maxInFlight) {
      const sending = this.#flush();
      if (sending === undefined) break;
      this.#inFlight += 1;
      const sent = (): void => {
        this.#inFlight -= 1;
        this.wake();
      };
      sending.then(sent, sent);
    }
    if (this.#inFlight > 0 || this.#scheduled) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
