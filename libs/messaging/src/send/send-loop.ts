/**
 * Sends what has gathered while the send before was under way: one round trip carries whatever is there, so the more
 * there is to do, the less each record costs. One send is in flight at a time, which keeps the order.
 */
export class SendLoop {
  readonly #flush: () => Promise<void> | undefined;
  #isSending = false;
  #isWanted = false;
  #idle: (() => void)[] = [];

  /** @param flush sends what there is and handles its failures; undefined if there is nothing. Wakes the loop if something is left. */
  constructor(flush: () => Promise<void> | undefined) {
    this.#flush = flush;
  }

  /** There is something to send. */
  wake(): void {
    this.#isWanted = true;
    if (this.#isSending) return;
    this.#isSending = true;
    // What the same events of this turn bring goes along.
    setImmediate(() => this.#send());
  }

  /** Resolves when everything that was there has been sent or has failed. */
  async idle(): Promise<void> {
    if (this.#isSending) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #send(): void {
    this.#isWanted = false;
    const sent = (): void => this.#sent();
    const sending = this.#flush();
    if (sending === undefined) sent();
    else sending.then(sent, sent);
  }

  #sent(): void {
    if (this.#isWanted) return void setImmediate(() => this.#send());
    this.#isSending = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
