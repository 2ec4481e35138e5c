/** One page of a list, with the cursor of the next. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Reads a page; `undefined` is the cursor of the first. */
export type ReadPage<Row> = (cursor: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>;

interface Mark {
  readonly start: number;
  readonly count: number;
  readonly next: string | null;
}

/** Pages held in memory: 2,000 rows. The first page counts, and always stays, because it cannot be read again. */
export const maxPagesKept = 20;

/** Rows of a list: with 60 px each it is as high as a browser can draw, about 17.8 million pixels in Firefox. */
export const maxRows = 250_000;

/** Rows beyond those on screen that are read ahead. */
export const rowsAhead = 150;

/**
 * The rows of a list that is read by cursor, of any length: pages near the visible rows are in memory, and those left
 * behind are read again on return. Cursors are kept for all pages.
 */
export class PagedRows<Row> {
  readonly #marks: Mark[] = [];
  readonly #kept = new Map<number, readonly Row[]>();
  readonly #reading = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  #changes = 0;
  #failure: unknown = null;
  #cut = false;
  #visible: readonly [first: number, last: number] = [0, 0];

  constructor(private readonly read: ReadPage<Row>) {}

  /** Notifies of changes. Returns the function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A number that differs after every change. */
  readonly version = (): number => this.#changes;

  /** Rows known so far. */
  get total(): number {
    const last = this.#marks.at(-1);
    return last === undefined ? 0 : last.start + last.count;
  }

  /** Whether a page arrived. */
  get isStarted(): boolean {
    return this.#marks.length > 0;
  }

  /** Whether nothing follows the rows known so far. */
  get isComplete(): boolean {
    return this.#marks.at(-1)?.next === null;
  }

  /** Whether the list has more than {@link maxRows}, so that its end is not shown. */
  get isCut(): boolean {
    return this.#cut;
  }

  /** Error of the last read; null if it succeeded. */
  get error(): unknown {
    return this.#failure;
  }

  /** Returns a row; undefined while it is read. */
  rowAt(index: number): Row | undefined {
    const page = this.#pageOf(index);
    const mark = this.#marks[page];
    return mark === undefined ? undefined : this.#kept.get(page)?.[index - mark.start];
  }

  /** Returns the index of a row in memory that matches; -1 if there is none. */
  indexOf(isMatch: (row: Row) => boolean): number {
    for (const [page, rows] of this.#kept) {
      const index = rows.findIndex(isMatch);
      if (index >= 0) return (this.#marks[page] as Mark).start + index;
    }
    return -1;
  }

  /** Reads what the rows from `first` to `last` need, and some ahead of them. */
  show(first: number, last: number): void {
    this.#visible = [first, last];
    if (this.#failure !== null) return;
    const from = this.#pageOf(Math.max(0, first));
    const to = this.#pageOf(last + rowsAhead);
    for (const page of this.#reading.keys()) if (page < from || page > to) this.#stop(page);
    for (let page = from; page <= Math.min(to, from + maxPagesKept - 2); page += 1)
      if (!this.#kept.has(page)) void this.#load(page);
  }

  /** Reads again after an error. */
  retry(): void {
    this.#failure = null;
    this.show(...this.#visible);
    this.#publish();
  }

  /** Stops all reads. {@link show} starts them again. */
  close(): void {
    for (const page of this.#reading.keys()) this.#stop(page);
  }

  /** Page of a row: the one that holds it, or the next to read. */
  #pageOf(row: number): number {
    const last = this.#marks.length - 1;
    if (row >= this.total) return this.isComplete ? Math.max(last, 0) : this.#marks.length;
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#marks[middle] as Mark).start <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  async #load(page: number): Promise<void> {
    if (this.#reading.has(page) || page > this.#marks.length) return;
    const cursor = page === 0 ? undefined : (this.#marks[page - 1] as Mark).next;
    if (cursor === null) return;
    const stop = new AbortController();
    this.#reading.set(page, stop);
    try {
      this.#accept(page, await this.read(cursor, stop.signal));
    } catch (error) {
      if (!stop.signal.aborted) this.#failure = error;
    }
    if (this.#reading.get(page) === stop) this.#reading.delete(page);
    if (stop.signal.aborted) return;
    this.show(...this.#visible);
    this.#publish();
  }

  #accept(page: number, { rows, next }: RowPage<Row>): void {
    this.#kept.delete(page);
    this.#kept.set(page, rows);
    const before = this.#marks[page - 1];
    const start = before === undefined ? 0 : before.start + before.count;
    const known = this.#marks[page];
    const isLast = next !== null && start + rows.length >= maxRows;
    this.#cut ||= isLast;
    this.#marks[page] = { start, count: rows.length, next: isLast ? null : next };
    // Rows erased in between move all later pages up.
    if (known !== undefined && known.count !== rows.length) this.#renumber(page);
    this.#drop();
  }

  #renumber(from: number): void {
    for (let page = from + 1; page < this.#marks.length; page += 1) {
      const { start, count } = this.#marks[page - 1] as Mark;
      this.#marks[page] = { ...(this.#marks[page] as Mark), start: start + count };
    }
  }

  /** Drops the pages that are the farthest from the visible rows. */
  #drop(): void {
    const at = this.#pageOf(this.#visible[0]);
    const farthest = [...this.#kept.keys()].filter((page) => page !== 0);
    farthest.sort((a, b) => Math.abs(b - at) - Math.abs(a - at));
    for (const page of farthest.slice(0, Math.max(0, this.#kept.size - maxPagesKept))) this.#kept.delete(page);
  }

  #stop(page: number): void {
    this.#reading.get(page)?.abort();
    this.#reading.delete(page);
  }

  #publish(): void {
    this.#changes += 1;
    for (const listener of this.#listeners) listener();
  }
}
