import type { Entry } from './entry.js';
import { maxPortions } from '../limits.js';

/** What one group has of one partition. */
export interface Portion<Item> {
  /** All of one type, in the order of their offsets. */
  readonly entries: readonly Entry<Item>[];
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

  /**
   * What comes next, so many at most, under way until it is said to be dealt with; undefined where nothing does.
   *
   * @param wanted the only type that is taken; any where there is none.
   */
  take(limit: number, wanted?: string): Portion<Item> | undefined {
    const first = this.#free();
    if (first === undefined || first.type !== (wanted ?? first.type)) return undefined;
    const entries = isIndependent(first) ? this.#takeAllOf(first.type, limit) : this.#takeRun(first.type, limit);
    const portion = { entries, isSlow: false, isDecided: false };
    for (const { record } of entries) this.#taken = Math.max(this.#taken, record.offset + 1);
    this.#underWay.add(portion);
    return portion;
  }

  dealtWith(portion: Portion<Item>): void {
    this.#underWay.delete(portion);
  }

  /** What waits longest; undefined where it waits until what is under way is decided, or is slow and both are independent. */
  #free(): Entry<Item> | undefined {
    if (this.#underWay.size >= maxPortions) return undefined;
    const first = this.#waiting[0];
    const mayPass = ({ isDecided, isSlow, entries }: Portion<Item>) =>
      isDecided || (isSlow && isIndependent(entries[0]) && isIndependent(first));
    return [...this.#underWay].every(mayPass) ? first : undefined;
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

function isIndependent(entry: Entry<unknown> | undefined): boolean {
  return entry?.independent === true;
}
