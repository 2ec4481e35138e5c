import type { QueueSlot } from './queue-slot.js';

/** A queue for each project, served in turns: a project with many requests delays only itself. */
export class FairQueue<Item> {
  /** In the order of their turns. None is empty. */
  readonly #lines = new Map<string, Set<Item>>();

  /** At the end of its project's line; a project that had none comes last. */
  add(project: string, item: Item): void {
    const line = this.#lines.get(project);
    if (line === undefined) this.#lines.set(project, new Set([item]));
    else line.add(item);
  }

  delete(project: string, item: Item): void {
    const line = this.#lines.get(project);
    if (line?.delete(item) === true && line.size === 0) this.#lines.delete(project);
  }

  /** The next item in turn; undefined if the queue is empty. */
  shift(): Item | undefined {
    for (const [project, line] of this.#lines) {
      this.#lines.delete(project);
      for (const item of line) {
        line.delete(item);
        if (line.size > 0) this.#lines.set(project, line);
        return item;
      }
    }
    return undefined;
  }
}

/** A request for a pooled item. */
export interface PoolRequest {
  project: string;
  signal: AbortSignal;
  /** Waits until no other request does, and leaves an item idle for the next one if there are several. */
  background?: boolean;
  /** Taken while waiting, if the request needs one. */
  queueSlot?: QueueSlot;
}

interface Waiter<Item, W extends PoolRequest> {
  wish: W;
  take: (item: Item | null) => void;
}

/** Items that each serve one request at a time. Projects take turns; requests of a project are served in order. */
export class Pool<Item, W extends PoolRequest = PoolRequest> {
  readonly #queue = new FairQueue<Waiter<Item, W>>();
  readonly #background = new FairQueue<Waiter<Item, W>>();
  /** Items that a background request leaves idle. */
  readonly #reserved: number;

  /** @param idle all items; later the idle ones, the least recently used first. @param pick index of the best one. */
  constructor(
    private readonly idle: Item[],
    private readonly pick: (idle: readonly Item[], wish: W) => number = () => 0,
  ) {
    this.#reserved = idle.length > 1 ? 1 : 0;
  }

  /** Takes an item. @returns null when the signal aborted first. @throws AppError `queue_full` */
  async take(wish: W): Promise<Item | null> {
    const { signal, queueSlot, project, background = false } = wish;
    if (signal.aborted) return null;
    if (this.idle.length > (background ? this.#reserved : 0)) return this.#best(wish);
    const queue = background ? this.#background : this.#queue;
    const leave = queueSlot?.take();
    return new Promise((resolve) => {
      const abort = () => {
        queue.delete(project, waiter);
        waiter.take(null);
      };
      const waiter: Waiter<Item, W> = {
        wish,
        take: (item) => {
          signal.removeEventListener('abort', abort);
          leave?.();
          resolve(item);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      queue.add(project, waiter);
    });
  }

  /** Returns an item to the pool and passes it to the next in turn. */
  release(item: Item): void {
    this.idle.push(item);
    const next = this.#queue.shift() ?? (this.idle.length > this.#reserved ? this.#background.shift() : undefined);
    if (next !== undefined) next.take(this.#best(next.wish));
  }

  #best(wish: W): Item | null {
    return this.idle.splice(this.pick(this.idle, wish), 1)[0] ?? null;
  }
}
