/** Done offsets of one consumer: which are worth committing, and which records were read before. */
export class ConsumerPositions {
  readonly #read = new Map<string, number>();
  readonly #done = new Map<string, Position>();
  #dirty = new Set<string>();

  /** The first offset of the partition that was not read yet; undefined: nothing was read of it. */
  readTo(topic: string, partition: number): number | undefined {
    return this.#read.get(keyOf(topic, partition));
  }

  advanceRead(topic: string, partition: number, nextOffset: number): void {
    this.#read.set(keyOf(topic, partition), nextOffset);
  }

  done(topic: string, partition: number, offset: number): void {
    const key = keyOf(topic, partition);
    // What was revoked in the meantime belongs to another member: its offset is not ours to commit.
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

  /** What is done and not committed yet. Given back with {@link putBack} when the commit failed. */
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

/** A partition and the next offset to be read of it. */
export interface Position {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

function keyOf(topic: string, partition: number): string {
  return `${topic}/${partition}`;
}
