import { turns } from '../turns.js';

/**
 * How many turns of the event loop a send waits for company. What arrives together, say the answers to one group of requests, is spread
 * over several turns; each turn that nothing arrives in takes microseconds, so this costs nothing where there is nothing to wait for. With eight
 * instead of two, a request at 16 in flight is a fifth cheaper and sooner done; twelve and sixteen were no better.
 */
const gatherTurns = 8;

/** How long what may wait a little waits for company: a fraction of the time in which models make a token. */
const lingerMs = 2;

/**
 * Sends what has gathered while the sends before were under way: one round trip carries whatever is there, so the more
 * there is to do, the less each record costs.
 */
export class SendLoop {
  readonly #flush: () => Promise<void> | undefined;
  #scheduled = false;
  #lingering: NodeJS.Timeout | undefined;
  readonly #maxInFlight: number;
  #inFlight = 0;
  /** What has come while as many sends were under way as may be. */
  #wanted: 'nothing' | 'soon' | 'now' = 'nothing';
  #idle: (() => void)[] = [];

  /**
   * @param flush sends what there is, and wakes the loop if not all of it fits; undefined if there is nothing. Deals with its failures itself.
   * @param maxInFlight how many sends may be under way at once; more than one keeps the order only where a failure of one fails those behind it.
   */
  constructor(flush: () => Promise<void> | undefined, maxInFlight = 1) {
    this.#flush = flush;
    this.#maxInFlight = maxInFlight;
  }

  /** There is something to send that may wait a little for company. */
  wakeSoon(): void {
    if (this.#scheduled || this.#lingering !== undefined) return;
    if (this.#inFlight < this.#maxInFlight) this.#lingering = setTimeout(() => this.wake(), lingerMs);
    else if (this.#wanted === 'nothing') this.#wanted = 'soon';
  }

  /** There is something to send. */
  wake(): void {
    if (!this.#scheduled) this.#sendAfter(gatherTurns);
  }

  /** There is something to send that need not wait for company, unless sends are under way: where there are others, gathering is what makes all of them sooner. */
  wakeAtOnce(): void {
    if (this.#inFlight === 0) this.#sendAfter(1);
    else this.wake();
  }

  /** Resolves when everything that was there has been sent or given up. */
  async idle(): Promise<void> {
    if (this.#lingering !== undefined) this.wake();
    if (!this.#scheduled && this.#inFlight === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #sendAfter(turnCount: number): void {
    clearTimeout(this.#lingering);
    this.#lingering = undefined;
    if (this.#inFlight >= this.#maxInFlight) {
      this.#wanted = 'now';
      return;
    }
    this.#scheduled = true;
    void turns(turnCount).then(() => {
      // A shorter wait that began later may have sent it.
      if (this.#scheduled) this.#send();
    });
  }

  #send(): void {
    this.#scheduled = false;
    this.#inFlight += 1;
    const sent = (): void => this.#sent();
    const sending = this.#flush();
    if (sending === undefined) sent();
    else sending.then(sent, sent);
  }

  #sent(): void {
    this.#inFlight -= 1;
    const wanted = this.#wanted;
    this.#wanted = 'nothing';
    if (wanted === 'now') this.wake();
    else if (wanted === 'soon') this.wakeSoon();
    else this.#rest();
  }

  #rest(): void {
    if (this.#inFlight > 0 || this.#scheduled || this.#lingering !== undefined) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
