import { stickyWorkMs, suspectMs } from '../timing.js';

/** Chooses the partition of a request: of the least loaded worker, avoiding suspected partitions. */
export class PartitionPicker {
  readonly #partitions: Partition[];
  #nextTurnAt = 0;

  constructor(count: number) {
    this.#partitions = Array.from({ length: count }, (_, number) => ({
      number,
      outstanding: 0,
      owner: undefined,
      suspectUntil: 0,
      lastUsedAt: 0,
    }));
  }

  /**
   * Picks a partition and counts one outstanding request until {@link release}.
   *
   * @param not the partition of the previous attempt. @param full the worker that rejected it with `queue_full`.
   */
  pick(now: number, not?: number, full?: string): number {
    const allowed = this.#partitions.filter(
      ({ number, suspectUntil, owner }) =>
        number !== not && suspectUntil <= now && (full === undefined || owner !== full),
    );
    const candidates = allowed.length > 0 ? allowed : this.#partitions;
    const idlest = this.#leastLoaded(candidates);
    const ownPartitions = candidates.filter(({ owner }) => owner === idlest);
    const chosen = this.#turn(ownPartitions, now);
    chosen.outstanding += 1;
    return chosen.number;
  }

  release(partition: number): void {
    const found = this.#partitions[partition];
    if (found !== undefined) found.outstanding -= 1;
  }

  /** Whether another worker exists or may exist. */
  hasOtherWorker(worker: string): boolean {
    return this.#partitions.some(({ owner }) => owner !== worker);
  }

  /** The worker accepted a request from this partition. */
  accepted(partition: number, worker: string): void {
    const found = this.#partitions[partition];
    if (found === undefined) return;
    found.owner = worker;
    found.suspectUntil = 0;
  }

  /** No worker accepted a request from this partition in time. */
  suspect(partition: number, now: number): void {
    const found = this.#partitions[partition];
    if (found === undefined) return;
    found.suspectUntil = now + suspectMs;
    found.owner = undefined;
  }

  /** The worker missed its heartbeats: avoid all of its partitions. */
  suspectWorker(worker: string, now: number): void {
    for (const { number, owner } of this.#partitions) {
      if (owner === worker) this.suspect(number, now);
    }
  }

  /** Partitions without a known worker count as one worker, so that new workers are found. */
  #leastLoaded(candidates: readonly Partition[]): string | undefined {
    const load = new Map<string | undefined, number>();
    for (const { owner, outstanding } of candidates) load.set(owner, (load.get(owner) ?? 0) + outstanding);
    let least: string | undefined;
    let lowest = Infinity;
    for (const [owner, outstanding] of load) {
      if (outstanding >= lowest) continue;
      lowest = outstanding;
      least = owner;
    }
    return least;
  }

  /** The last used partition; after `stickyWorkMs` the least recently used one (round robin). */
  #turn(ownPartitions: readonly Partition[], now: number): Partition {
    const byUse = now >= this.#nextTurnAt ? oldest(ownPartitions) : latest(ownPartitions);
    if (now >= this.#nextTurnAt) this.#nextTurnAt = now + stickyWorkMs;
    byUse.lastUsedAt = now;
    return byUse;
  }
}

interface Partition {
  readonly number: number;
  outstanding: number;
  owner: string | undefined;
  suspectUntil: number;
  lastUsedAt: number;
}

function oldest(partitions: readonly Partition[]): Partition {
  return partitions.reduce((best, next) => (next.lastUsedAt < best.lastUsedAt ? next : best));
}

function latest(partitions: readonly Partition[]): Partition {
  return partitions.reduce((best, next) => (next.lastUsedAt > best.lastUsedAt ? next : best));
}
