import { FairShare } from '../fair-share.js';
import { queueFull } from './llama-errors.js';

/** Counts the requests that wait, over all models, and refuses the one too many of all or of its tenant. */
export class WaitingRoom {
  private readonly waiting: FairShare;

  constructor(limit: number) {
    this.waiting = new FairShare(limit);
  }

  /** How many wait. */
  get count(): number {
    return this.waiting.taken;
  }

  /** The place of a request, which it takes only while it waits. */
  place(tenant: string): Place {
    return new Place(this, tenant);
  }

  /** For {@link Place}. @throws AppError `queue_full` */
  enter(tenant: string): void {
    if (!this.waiting.tryTake(tenant)) throw queueFull(this.waiting.taken);
  }

  /** For {@link Place}. */
  leave(tenant: string): void {
    this.waiting.give(tenant);
  }
}

/** One request's place: a single one however many things the request waits for, and kept from one wait to the next. */
export class Place {
  private waits = 0;

  constructor(
    private readonly room: WaitingRoom,
    private readonly tenant: string,
  ) {}

  /** Begins a wait. @returns what ends it, however often it is called. @throws AppError `queue_full` */
  enter(): () => void {
    if (this.waits === 0) this.room.enter(this.tenant);
    this.waits += 1;
    let waits = true;
    return () => {
      if (!waits) return;
      waits = false;
      this.waits -= 1;
      if (this.waits === 0) this.room.leave(this.tenant);
    };
  }

  /** Waits for work that others may wait for too; an abort gives the place back before the work is done. */
  async during<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    const leave = this.enter();
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await work;
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }
}
