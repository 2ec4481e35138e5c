/** Finds stop texts across pieces of an answer. Holds back what may begin one, so no part of a stop text is shown. */
export class StopFilter {
  /** true once one of the texts was found; nothing more is shown. */
  stopped = false;
  #held = '';

  /** @param stops non-empty texts. */
  constructor(private readonly stops: readonly string[]) {}

  push(text: string): string {
    if (this.stopped || this.stops.length === 0) return this.stopped ? '' : text;
    const all = this.#held + text;
    const at = Math.min(...this.stops.map((stop) => indexOrEnd(all, stop)));
    this.stopped = at < all.length;
    const shown = this.stopped ? at : all.length - this.#heldLength(all);
    this.#held = this.stopped ? '' : all.slice(shown);
    return all.slice(0, shown);
  }

  /** What was held back when the answer ends otherwise. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  /** Length of the longest end of `text` that one of the stops begins with. */
  #heldLength(text: string): number {
    const longest = Math.min(text.length, Math.max(...this.stops.map((stop) => stop.length)) - 1);
    for (let length = longest; length > 0; length--) {
      const end = text.slice(text.length - length);
      if (this.stops.some((stop) => stop.startsWith(end))) return length;
    }
    return 0;
  }
}

function indexOrEnd(text: string, stop: string): number {
  const at = text.indexOf(stop);
  return at === -1 ? text.length : at;
}
