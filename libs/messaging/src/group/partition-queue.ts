import type { Entry } from './entry.js';

/** What of one partition was read and is not begun, in the order of its offsets. */
export class PartitionQueue<Item> {
  /** Whether a group has something of it under way: what follows has to wait. */
  isBusy = false;
  #waiting: Entry<Item>[] = [];
  /** Below it everything is dealt with, waits, or is forgotten. */
  #taken = 0;
  /** The first offset that was forgotten. */
  #forgotten: number | undefined;

  constructor(readonly partition: number) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  get first(): Entry<Item> | undefined {
    return this.#waiting[0];
  }

  /** Once what was taken is dealt with: the first offset that is not. */
  get nextOffset(): number {
    return this.first?.record.offset ?? this.#forgotten ?? this.#taken;
  }

  add(entries: readonly Entry<Item>[]): void {
    for (const entry of entries) this.#waiting.push(entry);
  }

  /** What waits is left to whoever reads the partition next. */
  forget(): void {
    this.#forgotten ??= this.first?.record.offset;
    this.#waiting = [];
  }

  /** What of this type comes next, so many at most: nothing where another comes first. */
  take(type: string, limit: number): Entry<Item>[] {
    if (this.first?.type !== type) return [];
    const taken = this.first.independent === true ? this.#takeAllOf(type, limit) : this.#takeRun(type, limit);
    for (const { record } of taken) this.#taken = Math.max(this.#taken, record.offset + 1);
    return taken;
  }

  #takeRun(type: string, limit: number): Entry<Item>[] {
    let count = 0;
    while (count < limit && this.#waiting[count]?.type === type) count += 1;
    return this.#waiting.splice(0, count);
  }

  #takeAllOf(type: string, limit: number): Entry<Item>[] {
    const taken: Entry<Item>[] = [];
    const others: Entry<Item>[] = [];
    for (const entry of this.#waiting) (entry.type === type && taken.length < limit ? taken : others).push(entry);
    this.#waiting = others;
    return taken;
  }
}
