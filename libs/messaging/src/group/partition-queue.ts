import type { IncomingRecord } from '../broker/broker.port.js';
import { maxBatchesInFlight } from '../limits.js';

/** A record and the message that was read from it. */
export interface Entry<Item> {
  readonly record: IncomingRecord;
  /** Consecutive messages of one type are handled together. */
  readonly type: string;
  /** Messages of this type are handled together even if other messages lie between them. */
  readonly independent?: boolean;
  readonly content: Content<Item>;
}

/** A message to handle, one that does not fit its contract, or one that this process ignores. */
export type Content<Item> =
  | { readonly is: 'message'; readonly item: Item }
  | { readonly is: 'invalid'; readonly details: unknown; readonly item?: Item }
  | { readonly is: 'skipped' };

/** The entries of one partition in one group. */
export interface Batch<Item> {
  /** All of one type, in offset order. */
  readonly entries: readonly Entry<Item>[];
  /** Whether independent messages no longer wait for it. */
  isSlow: boolean;
  /** Whether its commands are committed; only their answers are still missing. */
  isCommitted: boolean;
}

/** Entries of one partition that were read and are not complete, in offset order. */
export class PartitionQueue<Item> {
  #waiting: Entry<Item>[] = [];
  readonly #inFlight = new Set<Batch<Item>>();
  /** Next offset to take: everything below it is complete, in flight, waiting or discarded. */
  #taken = 0;
  /** The first discarded offset. */
  #discarded: number | undefined;

  constructor(readonly partition: number) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The first offset that is not complete: the offset to commit. */
  get nextOffset(): number {
    const ahead = this.#waiting[0]?.record.offset ?? this.#discarded ?? this.#taken;
    return [...this.#inFlight].reduce(
      (least, { entries }) => Math.min(least, entries[0]?.record.offset ?? least),
      ahead,
    );
  }

  add(entries: readonly Entry<Item>[]): void {
    for (const entry of entries) this.#waiting.push(entry);
  }

  /** Discards waiting entries; the next owner of the partition reads them. */
  discard(): void {
    this.#discarded ??= this.#waiting[0]?.record.offset;
    this.#waiting = [];
  }

  /**
   * Takes the next batch, which is in flight until {@link complete}; undefined if there is none.
   *
   * @param limit maximum number of entries. @param type the only type to take; undefined for any.
   */
  take(limit: number, type?: string): Batch<Item> | undefined {
    const first = this.#firstReady();
    if (first === undefined || first.type !== (type ?? first.type)) return undefined;
    const entries = isIndependent(first) ? this.#takeAllOf(first.type, limit) : this.#takeRun(first.type, limit);
    const batch = { entries, isSlow: false, isCommitted: false };
    for (const { record } of entries) this.#taken = Math.max(this.#taken, record.offset + 1);
    this.#inFlight.add(batch);
    return batch;
  }

  complete(batch: Batch<Item>): void {
    this.#inFlight.delete(batch);
  }

  /**
   * The first entry, unless it has to wait for a batch in flight that is neither committed nor slow and independent.
   */
  #firstReady(): Entry<Item> | undefined {
    if (this.#inFlight.size >= maxBatchesInFlight) return undefined;
    const first = this.#waiting[0];
    const mayPass = ({ isCommitted, isSlow, entries }: Batch<Item>) =>
      isCommitted || (isSlow && isIndependent(entries[0]) && isIndependent(first));
    return [...this.#inFlight].every(mayPass) ? first : undefined;
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
