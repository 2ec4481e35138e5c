import type { Entry } from './entry.js';
import { PartitionQueue, type Portion } from './partition-queue.js';
import { maxGroupSize, maxMixedGroups } from '../limits.js';
import { slowGroupMs } from '../timing.js';

/** What goes with a group that is being dealt with. */
export interface Settling {
  /** Aborts when nothing of the group counts any more. */
  readonly signal: AbortSignal;
  /** To be called where all of it is done and only its answers are not: what follows in its partitions need not wait for those. */
  readonly decided: () => void;
}

/** What a {@link GroupPump} is to do, and tells. */
export interface PumpOptions<Item> {
  /** Whether messages of several partitions are handled together; else each partition has groups of its own, beside each other. */
  readonly mixed: boolean;
  /** Deals with the entries for good, or returns false: given up by the signal, nothing of it counts. */
  readonly settle: (entries: readonly Entry<Item>[], settling: Settling) => Promise<boolean>;
  readonly done: (partition: number, nextOffset: number) => void;
  readonly drained: (partition: number, waiting: number) => void;
}

/** A group under way. */
interface Group<Item> {
  readonly portions: ReadonlyMap<PartitionQueue<Item>, Portion<Item>>;
  readonly stopping: AbortController;
  readonly ended: Promise<void>;
  /** Whether others wait for it. */
  holdsUp: boolean;
}

/**
 * Handles the records of partitions in groups, in order. What arrives while a group runs is the next group; it starts once the outcome of the
 * one before is known. Independent messages do not wait for a slow group.
 */
export class GroupPump<Item> {
  readonly #options: PumpOptions<Item>;
  readonly #queues = new Map<number, PartitionQueue<Item>>();
  readonly #groups = new Set<Group<Item>>();
  #scheduled = false;
  #stopped = false;

  constructor(options: PumpOptions<Item>) {
    this.#options = options;
  }

  waiting(partition: number): number {
    return this.#queues.get(partition)?.waiting ?? 0;
  }

  push(partition: number, entries: readonly Entry<Item>[]): void {
    if (this.#stopped) return;
    let queue = this.#queues.get(partition);
    if (queue === undefined) this.#queues.set(partition, (queue = new PartitionQueue(partition)));
    queue.add(entries);
    this.#schedule();
  }

  /** The partition is somebody else's: what was not begun is theirs, and what was begun is harmless by its ids. */
  forget(partition: number): void {
    const queue = this.#queues.get(partition);
    queue?.forget();
    this.#queues.delete(partition);
    for (const group of this.#groups) {
      const isNobodys = [...group.portions.keys()].every((one) => this.#queues.get(one.partition) !== one);
      if (isNobodys) group.stopping.abort();
    }
  }

  /** Forgets what was not begun and resolves when the groups under way are through. @param hurry cuts their retries short. */
  async stop(hurry: boolean): Promise<void> {
    this.#stopped = true;
    for (const queue of this.#queues.values()) queue.forget();
    if (hurry) for (const { stopping } of this.#groups) stopping.abort();
    await Promise.all([...this.#groups].map(({ ended }) => ended));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Not at once: the records of all partitions that came together are taken in first.
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#hasRoom() && this.#begin());
    });
  }

  #hasRoom(): boolean {
    return !this.#options.mixed || [...this.#groups].filter(({ holdsUp }) => holdsUp).length < maxMixedGroups;
  }

  /** @returns whether there was anything to begin with. */
  #begin(): boolean {
    const portions = new Map<PartitionQueue<Item>, Portion<Item>>();
    const entries: Entry<Item>[] = [];
    let type: string | undefined;
    for (const queue of this.#queues.values()) {
      const portion = queue.take(maxGroupSize - entries.length, type);
      if (portion === undefined) continue;
      type = portion.entries[0]?.type;
      entries.push(...portion.entries);
      portions.set(queue, portion);
      if (!this.#options.mixed || entries.length >= maxGroupSize) break;
    }
    if (entries.length > 0) this.#start(portions, entries);
    return entries.length > 0;
  }

  #start(portions: ReadonlyMap<PartitionQueue<Item>, Portion<Item>>, entries: readonly Entry<Item>[]): void {
    for (const queue of portions.keys()) {
      // The others have their turn first.
      this.#queues.delete(queue.partition);
      this.#queues.set(queue.partition, queue);
    }
    const stopping = new AbortController();
    const pass = (reason: 'isSlow' | 'isDecided'): void => {
      group.holdsUp = false;
      for (const portion of portions.values()) portion[reason] = true;
      this.#schedule();
    };
    const slow = setTimeout(() => pass('isSlow'), slowGroupMs);
    const settling = { signal: stopping.signal, decided: () => pass('isDecided') };
    const settled = this.#options.settle(entries, settling).finally(() => clearTimeout(slow));
    const ended = settled.then((all) => this.#end(group, all));
    const group: Group<Item> = { portions, stopping, ended, holdsUp: true };
    this.#groups.add(group);
  }

  #end(group: Group<Item>, settled: boolean): void {
    this.#groups.delete(group);
    if (!settled) return;
    for (const [queue, portion] of group.portions) {
      queue.dealtWith(portion);
      this.#options.done(queue.partition, queue.nextOffset);
      this.#options.drained(queue.partition, queue.waiting);
    }
    this.#schedule();
  }
}
