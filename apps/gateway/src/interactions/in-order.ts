/** Limits of items in progress. */
export interface Limits {
  /** Number of items. */
  readonly count: number;
  /** Sum of weights; a single item can exceed it. */
  readonly weight: number;
  /** A further condition, checked while items are in progress. */
  readonly hasRoom?: () => boolean;
}

/**
 * Processes items concurrently and yields the results in order. Reads only within the limits; `work` must not reject.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  weightOf: (item: Item) => number,
  limits: Limits,
): AsyncGenerator<Result> {
  const running: { result: Promise<Result>; weight: number }[] = [];
  const changed = new Signal();
  let weight = 0;
  let state: 'reading' | 'read' | 'left' = 'reading';
  const isFull = () =>
    running.length >= limits.count ||
    weight >= limits.weight ||
    (running.length > 0 && limits.hasRoom !== undefined && !limits.hasRoom());
  const reading = (async () => {
    for await (const item of items) {
      const own = weightOf(item);
      weight += own;
      running.push({ result: work(item), weight: own });
      changed.give();
      while (state === 'reading' && isFull()) await changed.next();
      if (state !== 'reading') return;
    }
  })();
  const read = reading.finally(() => {
    if (state === 'reading') state = 'read';
    changed.give();
  });
  // Thrown below, after the results before the failure.
  read.catch(() => undefined);
  try {
    for (;;) {
      const next = running[0];
      if (next === undefined) {
        if (state !== 'reading') break;
        await changed.next();
        continue;
      }
      const result = await next.result;
      running.shift();
      weight -= next.weight;
      changed.give();
      yield result;
    }
    await read;
  } finally {
    state = 'left';
    changed.give();
  }
}

/** Wakes all waiters. */
class Signal {
  #give: () => void = () => undefined;
  #next = new Promise<void>((resolve) => (this.#give = resolve));

  give(): void {
    this.#give();
    this.#next = new Promise((resolve) => (this.#give = resolve));
  }

  next(): Promise<void> {
    return this.#next;
  }
}
