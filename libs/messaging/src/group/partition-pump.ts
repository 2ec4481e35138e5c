import type { IncomingRecord } from '../broker/broker.port.js';
import { groupLimit } from './group-constants.js';

/** A record with what was read from it. */
export interface Entry<Item> {
  readonly record: IncomingRecord;
  /** Messages that follow each other and have the same type are handled together. */
  readonly type: string;
  /** Those of its type are handled together, though others lie between them. */
  readonly independent?: boolean;
  readonly content: Content<Item>;
}

/** A message to handle, one that never can be, or one that this process has nothing to do with. */
export type Content<Item> =
  | { readonly is: 'message'; readonly item: Item }
  | { readonly is: 'invalid'; readonly details: unknown; readonly item?: Item }
  | { readonly is: 'skipped' };

/** What a {@link PartitionPump} tells its lane. */
export interface PumpHooks<Item> {
  /** Deals with the entries for good, or returns false: given up by the signal, nothing of it counts. */
  readonly settle: (entries: readonly Entry<Item>[], signal: AbortSignal) => Promise<boolean>;
  readonly done: (nextOffset: number) => void;
  readonly drained: (waiting: number) => void;
}

/**
 * Handles the records of one partition, one group after the other, whatever came in meanwhile being the next: in order, but for those that
 * need none.
 */
export class PartitionPump<Item> {
  readonly #hooks: PumpHooks<Item>;
  readonly #stopping = new AbortController();
  #waiting: Entry<Item>[] = [];
  #running: Promise<void> | undefined;
  /** Below it everything is dealt with, waits, or is forgotten. */
  #taken = 0;
  /** The first offset that was forgotten. */
  #forgotten: number | undefined;

  constructor(hooks: PumpHooks<Item>) {
    this.#hooks = hooks;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  push(entries: readonly Entry<Item>[]): void {
    if (this.#stopping.signal.aborted) return;
    for (const entry of entries) this.#waiting.push(entry);
    this.#running ??= this.#run();
  }

  /** Forgets what was not begun and resolves when the group under way is through. @param hurry cuts its retries short. */
  async stop(hurry: boolean): Promise<void> {
    this.#forgotten ??= this.#waiting[0]?.record.offset;
    this.#waiting = [];
    if (hurry) this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    // Not at once: the records of all partitions that came together are taken in first.
    await new Promise((resolve) => setImmediate(resolve));
    const { signal } = this.#stopping;
    while (this.#waiting.length > 0 && !signal.aborted) {
      const group = this.#takeGroup();
      if (!(await this.#hooks.settle(group, signal))) break;
      this.#hooks.done(this.#waiting[0]?.record.offset ?? this.#forgotten ?? this.#taken);
      this.#hooks.drained(this.#waiting.length);
    }
    this.#running = undefined;
  }

  #takeGroup(): Entry<Item>[] {
    const first = this.#waiting[0];
    const group = first?.independent === true ? this.#takeAllOf(first.type) : this.#takeRun();
    for (const { record } of group) this.#taken = Math.max(this.#taken, record.offset + 1);
    return group;
  }

  #takeRun(): Entry<Item>[] {
    const type = this.#waiting[0]?.type;
    let count = 0;
    while (count < groupLimit && count < this.#waiting.length && this.#waiting[count]?.type === type) count += 1;
    return this.#waiting.splice(0, count);
  }

  #takeAllOf(type: string): Entry<Item>[] {
    const group: Entry<Item>[] = [];
    const others: Entry<Item>[] = [];
    for (const entry of this.#waiting) (entry.type === type && group.length < groupLimit ? group : others).push(entry);
    this.#waiting = others;
    return group;
  }
}
