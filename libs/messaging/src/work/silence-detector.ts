import { replySilenceMs, stallMs } from '../timing.js';

/**
 * Whether missed heartbeats count: not after an event-loop stall, before pending frames are read; not while nothing
 * reaches this process, nor until the peers had time to reconnect.
 */
export class SilenceDetector {
  #lastSweepAt = Date.now();
  #reliableAt = 0;
  #unreachableMs = 0;

  /** @param reconnectMs how long peers may take to reconnect once something arrives again. */
  constructor(private readonly reconnectMs: number) {}

  /** How long nothing has arrived, ms; 0 if something does. */
  get unreachableMs(): number {
    return this.#unreachableMs;
  }

  /** Called with every sweep. @param contactAt see `ReplyTopic`. */
  sweep(now: number, contactAt: number): void {
    const isStalled = now - this.#lastSweepAt > stallMs;
    this.#lastSweepAt = now;
    if (isStalled) this.#reliableAt = Math.max(this.#reliableAt, now + stallMs);
    const silentMs = now - contactAt;
    if (silentMs <= replySilenceMs) this.#unreachableMs = 0;
    // After a stall, records are pending as well.
    else if (this.#unreachableMs > 0 || this.isReliable(now)) {
      this.#unreachableMs = silentMs;
      this.#reliableAt = now + this.reconnectMs;
    }
  }

  isReliable(now: number): boolean {
    return now >= this.#reliableAt;
  }
}
