import { stallMs } from '../timing.js';

/** Whether this process may judge the silence of others: not when it stood still itself, before it has read what they said meanwhile. */
export class StallDetector {
  #lastSweepAt = Date.now();
  #reliableAt = 0;

  /** Called with every sweep. */
  sweep(now: number): void {
    if (now - this.#lastSweepAt > stallMs) this.#reliableAt = now + stallMs;
    this.#lastSweepAt = now;
  }

  isReliable(now: number): boolean {
    return now >= this.#reliableAt;
  }
}
