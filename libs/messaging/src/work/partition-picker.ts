import { stickyWorkMs, suspectMs } from '../timing.js';

/** Chooses the partition for a request: of the worker with the least to do, away from those under suspicion. */
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
   * @param not where it was tried before.
   * @param full the worker that could not take it, if that is why it is tried again.
   * @returns a partition that counts one request more until {@link release}.
   */
  pick(now: number, not?: number, full?: string): number {
    const allowed = this.#partitions.filter(
      ({ number, suspectUntil, owner }) =>
        number !== not && suspectUntil <= now && (full === undefined || owner !== full),
    );
    const candidates = allowed.length > 0 ? allowed : this.#partitions;
    const idlest = this.#leastLoaded(candidates);
    const mine = candidates.filter(({ owner }) => owner === idlest);
    const chosen = this.#turn(mine, now);
    chosen.outstanding += 1;
    return chosen.number;
  }

  release(partition: number): void {
    const found = this.#partitions[partition];
    if (found !== undefined) found.outstanding -= 1;
  }

  /** Whether there is, or may be, any other worker. */
  hasOtherWorker(worker: string): boolean {
    return this.#partitions.some(({ owner }) => owner !== worker);
  }

  /** The worker accepted something from this partition. */
  accepted(partition: number, worker: string): void {
    const found = this.#partitions[partition];
    if (found === undefined) return;
    found.owner = worker;
    found.suspectUntil = 0;
  }

  /** Nobody accepted what was sent to this partition. */
  suspect(partition: number, now: number): void {
    const found = this.#partitions[partition];
    if (found === undefined) return;
    found.suspectUntil = now + suspectMs;
    found.owner = undefined;
  }

  /** The worker fell silent: all that it was seen to read is under suspicion. */
  suspectWorker(worker: string, now: number): void {
    for (const { number, owner } of this.#partitions) {
      if (owner === worker) this.suspect(number, now);
    }
  }

  /** Partitions whose worker is not known yet count as one worker: that is how new workers are found. */
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

  /** The partition used last, or, when its time is over, the one not used for longest: so every one has its turn. */
  #turn(mine: readonly Partition[], now: number): Partition {
    const byUse = now >= this.#nextTurnAt ? oldest(mine) : latest(mine);
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
