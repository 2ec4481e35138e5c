import { FairShare } from '../fair-share.js';
import { queueFull } from './llama-errors.js';

/** Counts the requests that wait, over all models, and refuses the one too many of all or of its tenant. */
export class QueueSlots {
  private readonly waiting: FairShare;

  constructor(limit: number) {
    this.waiting = new FairShare(limit);
  }

  /** How many wait. */
  get count(): number {
    return this.waiting.taken;
  }

  /** The queue slot of a request, taken only while it waits. */
  slotOf(tenant: string): QueueSlot {
    return new QueueSlot(this, tenant);
  }

  /** For {@link QueueSlot}. @throws AppError `queue_full` */
  take(tenant: string): void {
    if (!this.waiting.tryTake(tenant)) throw queueFull(this.waiting.taken);
  }

  /** For {@link QueueSlot}. */
  release(tenant: string): void {
    this.waiting.give(tenant);
  }
}

/** The queue slot of one request: a single one for all that it waits for. */
export class QueueSlot {
  private waits = 0;

  constructor(
    private readonly slots: QueueSlots,
    private readonly tenant: string,
  ) {}

  /** Begins a wait. @returns an idempotent function that ends it. @throws AppError `queue_full` */
  take(): () => void {
    if (this.waits === 0) this.slots.take(this.tenant);
    this.waits += 1;
    let waits = true;
    return () => {
      if (!waits) return;
      waits = false;
      this.waits -= 1;
      if (this.waits === 0) this.slots.release(this.tenant);
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
