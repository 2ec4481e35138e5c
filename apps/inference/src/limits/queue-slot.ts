import { overloaded } from '@earshot/errors';
import type { FairShare } from './fair-share.js';

/** The queue slot of one request, taken only while it waits: a single one for all that it waits for. */
export class QueueSlot {
  #waits = 0;

  /** @param waiting counts the waiting requests of all projects. */
  constructor(
    private readonly waiting: FairShare,
    private readonly project: string,
  ) {}

  /** Begins a wait. @returns an idempotent function that ends it. @throws AppError `queue_full` */
  take(): () => void {
    // A generation takes a second or more, so an earlier retry is useless.
    if (this.#waits === 0 && !this.waiting.tryTake(this.project)) {
      const { taken } = this.waiting;
      throw overloaded('queue_full', `The queue is full: ${taken} requests are waiting. Retry the request.`, 1);
    }
    this.#waits += 1;
    let waits = true;
    return () => {
      if (!waits) return;
      waits = false;
      this.#waits -= 1;
      if (this.#waits === 0) this.waiting.give(this.project);
    };
  }

  /** Waits for shared work; an abort releases the slot before the work is done. */
  async during<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    const release = this.take();
    signal.addEventListener('abort', release, { once: true });
    try {
      return await work;
    } finally {
      signal.removeEventListener('abort', release);
      release();
    }
  }
}
