import { stallMs } from '../timing.js';

/** Whether missed heartbeats count: not after an event-loop stall, before pending frames are read. */
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
