interface Ends {
  readonly atMs: number;
  readonly ends: readonly number[];
}

/** Remembers where the partitions of a topic ended `ageMs` ago: what is older must be stored by now. */
export class PastEnds {
  /** From the oldest to the newest, a step apart; the first is the newest that is old enough, if one is. */
  readonly #known: Ends[] = [];

  constructor(
    private readonly ageMs: number,
    /** However often it is called, it remembers this often. */
    private readonly stepMs: number,
  ) {}

  /** Remembers the ends of now. @returns by partition, where it ended; nothing before the first ones are old enough. */
  next(ends: readonly number[], nowMs: number): readonly number[] {
    const newest = this.#known.at(-1);
    if (newest === undefined || nowMs - newest.atMs >= this.stepMs) this.#known.push({ atMs: nowMs, ends });
    const isOld = (known: Ends | undefined) => known !== undefined && nowMs - known.atMs >= this.ageMs;
    while (isOld(this.#known[1])) this.#known.shift();
    return isOld(this.#known[0]) ? (this.#known[0]?.ends ?? []) : [];
  }
}
