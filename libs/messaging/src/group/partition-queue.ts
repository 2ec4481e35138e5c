import type { Entry } from './entry.js';
import { portionsUnderWay } from './group-constants.js';

/** What one group has of one partition. */
export interface Portion<Item> {
  readonly entries: readonly Entry<Item>[];
  readonly independent: boolean;
  /** Whether it takes so long that what is independent of it need not wait any more. */
  isSlow: boolean;
  /** Whether its commands are done, and only their answers are not. */
  isDecided: boolean;
}

/** What of one partition was read and is not dealt with, in the order of its offsets. */
export class PartitionQueue<Item> {
  #waiting: Entry<Item>[] = [];
  readonly #underWay = new Set<Portion<Item>>();
  /** Below it everything is dealt with, under way, waits, or is forgotten. */
  #taken = 0;
  /** The first offset that was forgotten. */
  #forgotten: number | undefined;

  constructor(readonly partition: number) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The type of what can be taken; undefined where nothing can: it waits until what is under way is decided, or is slow and both are independent. */
  get nextType(): string | undefined {
    if (this.#underWay.size >= portionsUnderWay) return undefined;
    const first = this.#waiting[0];
    const mayPass = ({ isDecided, isSlow, independent }: Portion<Item>) =>
      isDecided || (isSlow && independent && first?.independent === true);
    return [...this.#underWay].every(mayPass) ? first?.type : undefined;
  }

  /** The first offset that is not dealt with. */
  get nextOffset(): number {
    const ahead = this.#waiting[0]?.record.offset ?? this.#forgotten ?? this.#taken;
    return [...this.#underWay].reduce(
      (least, { entries }) => Math.min(least, entries[0]?.record.offset ?? least),
      ahead,
    );
  }

  add(entries: readonly Entry<Item>[]): void {
    for (const entry of entries) this.#waiting.push(entry);
  }

  /** What waits is left to whoever reads the partition next. */
  forget(): void {
    this.#forgotten ??= this.#waiting[0]?.record.offset;
    this.#waiting = [];
  }

  /** What of this type comes next, so many at most: under way until it is said to be dealt with. undefined: another type comes next. */
  take(type: string, limit: number): Portion<Item> | undefined {
    if (this.nextType !== type) return undefined;
    const independent = this.#waiting[0]?.independent === true;
    const entries = independent ? this.#takeAllOf(type, limit) : this.#takeRun(type, limit);
    const portion = { entries, independent, isSlow: false, isDecided: false };
    for (const { record } of entries) this.#taken = Math.max(this.#taken, record.offset + 1);
    this.#underWay.add(portion);
    return portion;
  }

  dealtWith(portion: Portion<Item>): void {
    this.#underWay.delete(portion);
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
