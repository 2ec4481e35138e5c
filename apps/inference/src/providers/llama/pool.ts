import type { Place } from './waiting-room.js';

/** A line for each tenant, served in turns: a tenant that asks often waits for itself, not the others for it. */
export class FairQueue<Item> {
  /** In the order of their turns. None is empty. */
  private readonly lines = new Map<string, Set<Item>>();

  /** At the end of its tenant's line; a tenant that had none comes last. */
  add(tenant: string, item: Item): void {
    const line = this.lines.get(tenant);
    if (line === undefined) this.lines.set(tenant, new Set([item]));
    else line.add(item);
  }

  /** Takes an item out of its line, wherever it stands. */
  delete(tenant: string, item: Item): void {
    const line = this.lines.get(tenant);
    if (line?.delete(item) === true && line.size === 0) this.lines.delete(tenant);
  }

  /** The first of the tenant whose turn it is; undefined when nobody waits. */
  shift(): Item | undefined {
    for (const [tenant, line] of this.lines) {
      this.lines.delete(tenant);
      for (const item of line) {
        line.delete(item);
        if (line.size > 0) this.lines.set(tenant, line);
        return item;
      }
    }
    return undefined;
  }
}

/** Who asks for one of the pooled things. */
export interface Wish {
  /** Takes turns with other tenants. */
  tenant: string;
  signal: AbortSignal;
  /** Taken while the wish waits; null for one whose request has what it needs of places. */
  place: Place | null;
}

interface Waiter<Item, W extends Wish> {
  wish: W;
  take: (item: Item | null) => void;
}

/** Some things of which each serves one at a time, given out in turns among tenants, in the order of asking within one. */
export class Pool<Item, W extends Wish = Wish> {
  private readonly queue = new FairQueue<Waiter<Item, W>>();

  /**
   * @param idle all of it; from then on those that serve nobody, the one unused for longest first.
   * @param pick which of the idle ones suits a wish best, by its place in the list.
   */
  constructor(
    private readonly idle: Item[],
    private readonly pick: (idle: readonly Item[], wish: W) => number,
  ) {}

  /**
   * One of the things.
   *
   * @returns null when the signal aborted first.
   * @throws AppError `queue_full`
   */
  async take(wish: W): Promise<Item | null> {
    const { signal, place, tenant } = wish;
    if (signal.aborted) return null;
    if (this.idle.length > 0) return this.best(wish);
    const leave = place?.enter();
    return new Promise((resolve) => {
      const abort = () => {
        this.queue.delete(tenant, waiter);
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
      this.queue.add(tenant, waiter);
    });
  }

  /** Gives one back, to whose turn it is. */
  release(item: Item): void {
    this.idle.push(item);
    const next = this.queue.shift();
    if (next !== undefined) next.take(this.best(next.wish));
  }

  private best(wish: W): Item | null {
    return this.idle.splice(this.pick(this.idle, wish), 1)[0] ?? null;
  }
}
