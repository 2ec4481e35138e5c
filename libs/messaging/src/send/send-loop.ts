/**
 * Sends what was queued during the previous send, so batches grow with the load. One send is in flight at a time, which
 * keeps the order.
 */
export class SendLoop {
  #isSending = false;
  #isRequested = false;
  #idle: (() => void)[] = [];

  /** @param flush sends the queue and handles failures; undefined if empty. Wakes the loop if records are left. */
  constructor(private readonly flush: () => Promise<void> | undefined) {}

  /** Schedules a send. */
  wake(): void {
    this.#isRequested = true;
    if (this.#isSending) return;
    this.#isSending = true;
    // Deferred, so that one send takes everything queued in this turn of the event loop.
    setImmediate(() => this.#send());
  }

  /** Resolves when everything queued was sent or has failed. */
  async idle(): Promise<void> {
    if (this.#isSending) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #send(): void {
    this.#isRequested = false;
    const sent = (): void => this.#sent();
    const sending = this.flush();
    if (sending === undefined) sent();
    else sending.then(sent, sent);
  }

  #sent(): void {
    if (this.#isRequested) return void setImmediate(() => this.#send());
    this.#isSending = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
