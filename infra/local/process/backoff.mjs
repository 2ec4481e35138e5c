/** Delays between restarts of a process: 0.5 s, doubling to 10 s, and 0.5 s again after 30 s of running. */
export class Backoff {
  static firstMs = 500;
  static maxMs = 10_000;
  static healthyAfterMs = 30_000;

  #nextMs = Backoff.firstMs;

  /**
   * @param {number} ranForMs How long the process ran.
   * @returns {number} Delay before the restart, in milliseconds.
   */
  afterRunOf(ranForMs) {
    if (ranForMs >= Backoff.healthyAfterMs) this.#nextMs = Backoff.firstMs;
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(delayMs * 2, Backoff.maxMs);
    return delayMs;
  }
}
