import { queueFull } from './llama-errors.js';

/** Counts the requests that wait, over all models, and refuses the one too many. */
export class WaitingRoom {
  private waiting = 0;

  /** How many wait. */
  get count(): number {
    return this.waiting;
  }

  constructor(private readonly limit: number) {}

  /** The place of a request, which it takes only while it waits. */
  place(): Place {
    return new Place(this);
  }

  /** For {@link Place}. @throws AppError `queue_full` */
  enter(): void {
    if (this.waiting >= this.limit) throw queueFull(this.waiting);
    this.waiting += 1;
  }

  /** For {@link Place}. */
  leave(): void {
    this.waiting -= 1;
  }
}

/** One request's place: a single one however many things the request waits for, and kept from one wait to the next. */
export class Place {
  private waits = 0;

  constructor(private readonly room: WaitingRoom) {}

  /** Begins a wait. @returns what ends it, however often it is called. @throws AppError `queue_full` */
  enter(): () => void {
    if (this.waits === 0) this.room.enter();
    this.waits += 1;
    let waits = true;
    return () => {
      if (!waits) return;
      waits = false;
      this.waits -= 1;
      if (this.waits === 0) this.room.leave();
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
