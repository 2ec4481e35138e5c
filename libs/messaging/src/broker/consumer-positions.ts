/** Read, done and committed offsets of one consumer. */
export class ConsumerPositions {
  readonly #read = new Map<string, number>();
  readonly #done = new Map<string, Position>();
  #dirty = new Set<string>();

  /** The next offset to read; undefined if nothing was read of the partition. */
  readTo(topic: string, partition: number): number | undefined {
    return this.#read.get(keyOf(topic, partition));
  }

  advanceRead(topic: string, partition: number, nextOffset: number): void {
    this.#read.set(keyOf(topic, partition), nextOffset);
  }

  done(topic: string, partition: number, offset: number): void {
    const key = keyOf(topic, partition);
    // A revoked partition belongs to another member.
    if (!this.#read.has(key)) return;
    const known = this.#done.get(key);
    if (known !== undefined && known.offset >= offset) return;
    this.#done.set(key, { topic, partition, offset });
    this.#dirty.add(key);
  }

  forget(topic: string, partition: number): void {
    const key = keyOf(topic, partition);
    this.#read.delete(key);
    this.#done.delete(key);
    this.#dirty.delete(key);
  }

  /** Takes the offsets to commit. Return them with {@link putBack} if the commit failed. */
  takeUncommitted(): Position[] {
    const taken: Position[] = [];
    for (const key of this.#dirty) {
      const position = this.#done.get(key);
      if (position !== undefined) taken.push(position);
    }
    this.#dirty = new Set();
    return taken;
  }

  putBack(positions: readonly Position[]): void {
    for (const { topic, partition } of positions) {
      const key = keyOf(topic, partition);
      if (this.#done.has(key)) this.#dirty.add(key);
    }
  }
}

/** The next offset of a partition. */
export interface Position {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

function keyOf(topic: string, partition: number): string {
  return `${topic}/${partition}`;
}
