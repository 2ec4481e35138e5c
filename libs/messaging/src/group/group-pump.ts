import { PartitionQueue, type Batch, type Entry } from './partition-queue.js';
import { maxGroupSize, maxMixedGroups } from '../limits.js';
import { slowGroupMs } from '../timing.js';

/** Control of a group while it is handled. */
export interface GroupContext {
  /** Aborts when the outcome of the group no longer matters. */
  readonly signal: AbortSignal;
  /** Call this when the group is committed and only answers are missing: later messages no longer wait for it. */
  readonly committed: () => void;
}

/** Options of a {@link GroupPump}. */
export interface PumpOptions<Item> {
  /** true: a group has messages of several partitions. false: groups of different partitions run concurrently. */
  readonly mixed: boolean;
  /** Handles the entries. Resolves with false if the signal aborted; the entries are then not complete. */
  readonly processGroup: (entries: readonly Entry<Item>[], context: GroupContext) => Promise<boolean>;
  readonly done: (partition: number, nextOffset: number) => void;
  readonly drained: (partition: number, waiting: number) => void;
}

/** A group in flight. */
interface Group<Item> {
  readonly batches: ReadonlyMap<PartitionQueue<Item>, Batch<Item>>;
  readonly stopping: AbortController;
  readonly ended: Promise<void>;
  /** Whether later groups wait for it. */
  isBlocking: boolean;
}

/**
 * Handles the records of partitions in groups, in order. Records that arrive while a group runs form the next group,
 * which starts when the outcome of the previous one is known. Independent messages do not wait for a slow group.
 */
export class GroupPump<Item> {
  readonly #queues = new Map<number, PartitionQueue<Item>>();
  readonly #groups = new Set<Group<Item>>();
  #scheduled = false;
  #stopped = false;

  constructor(private readonly options: PumpOptions<Item>) {}

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

  /** Drops a revoked partition. Groups in flight are harmless: their messages are idempotent by id. */
  revoke(partition: number): void {
    const queue = this.#queues.get(partition);
    queue?.discard();
    this.#queues.delete(partition);
    for (const group of this.#groups) {
      const isRevoked = [...group.batches.keys()].every((one) => this.#queues.get(one.partition) !== one);
      if (isRevoked) group.stopping.abort();
    }
  }

  /** Discards waiting records; resolves when no group is in flight. @param abort ends their retries. */
  async stop(abort: boolean): Promise<void> {
    this.#stopped = true;
    for (const queue of this.#queues.values()) queue.discard();
    if (abort) for (const { stopping } of this.#groups) stopping.abort();
    await Promise.all([...this.#groups].map(({ ended }) => ended));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Deferred, so that one group can take the records of all partitions of a fetch.
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#hasRoom() && this.#begin());
    });
  }

  #hasRoom(): boolean {
    return !this.options.mixed || [...this.#groups].filter(({ isBlocking }) => isBlocking).length < maxMixedGroups;
  }

  /** Starts the next group. @returns false if no entries are ready. */
  #begin(): boolean {
    const batches = new Map<PartitionQueue<Item>, Batch<Item>>();
    const entries: Entry<Item>[] = [];
    let type: string | undefined;
    for (const queue of this.#queues.values()) {
      const batch = queue.take(maxGroupSize - entries.length, type);
      if (batch === undefined) continue;
      type = batch.entries[0]?.type;
      entries.push(...batch.entries);
      batches.set(queue, batch);
      if (!this.options.mixed || entries.length >= maxGroupSize) break;
    }
    if (entries.length > 0) this.#start(batches, entries);
    return entries.length > 0;
  }

  #start(batches: ReadonlyMap<PartitionQueue<Item>, Batch<Item>>, entries: readonly Entry<Item>[]): void {
    for (const queue of batches.keys()) {
      // Round robin: other partitions come first next time.
      this.#queues.delete(queue.partition);
      this.#queues.set(queue.partition, queue);
    }
    const stopping = new AbortController();
    const unblock = (reason: 'isSlow' | 'isCommitted'): void => {
      group.isBlocking = false;
      for (const batch of batches.values()) batch[reason] = true;
      this.#schedule();
    };
    const slow = setTimeout(() => unblock('isSlow'), slowGroupMs);
    const context = { signal: stopping.signal, committed: () => unblock('isCommitted') };
    const processed = this.options.processGroup(entries, context).finally(() => clearTimeout(slow));
    const ended = processed.then((all) => this.#end(group, all));
    const group: Group<Item> = { batches, stopping, ended, isBlocking: true };
    this.#groups.add(group);
  }

  #end(group: Group<Item>, processed: boolean): void {
    this.#groups.delete(group);
    if (!processed) return;
    for (const [queue, batch] of group.batches) {
      queue.complete(batch);
      this.options.done(queue.partition, queue.nextOffset);
      this.options.drained(queue.partition, queue.waiting);
    }
    this.#schedule();
  }
}
