/** Waiting times between the restarts of a process: 0.5 s, doubling to 10 s, from the start again once it has run for 30 s. */
export class BackOff {
  static firstMs = 500;
  static maxMs = 10_000;
  static healthyAfterMs = 30_000;

  #nextMs = BackOff.firstMs;

  /**
   * @param {number} ranForMs How long the process has run before it ended.
   * @returns {number} How long to wait before it is started again, in milliseconds.
   */
  afterRunOf(ranForMs) {
    if (ranForMs >= BackOff.healthyAfterMs) this.#nextMs = BackOff.firstMs;
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(delayMs * 2, BackOff.maxMs);
    return delayMs;
  }
}
