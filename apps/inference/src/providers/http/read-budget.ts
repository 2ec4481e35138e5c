/** Bytes of all responses in one turn of the event loop. A megabyte of small events takes 0.1 s. */
export const MAX_TURN_BYTES = 256 * 1024;

/** Limits the bytes that one turn of the event loop reads, over all responses. */
export class ReadBudget {
  #left = MAX_TURN_BYTES;
  #isCounting = false;
  #waiting: (() => void)[] = [];

  /** So much was read. @returns whether more may be in this turn */
  take(bytes: number): boolean {
    this.#left -= bytes;
    if (this.#left < MAX_TURN_BYTES / 2 && !this.#isCounting) {
      this.#isCounting = true;
      setImmediate(() => this.#begin());
    }
    return this.#left > 0;
  }

  /** Calls back in the next turn, once {@link take} has returned false. */
  next(goOn: () => void): void {
    this.#waiting.push(goOn);
  }

  /** Resumes waiting responses in order, while there is room. */
  #begin(): void {
    this.#isCounting = false;
    this.#left = MAX_TURN_BYTES;
    for (const goOn of this.#waiting.splice(0)) goOn();
  }
}

/** The turns of this process, which has one event loop. */
export const readBudget = new ReadBudget();
