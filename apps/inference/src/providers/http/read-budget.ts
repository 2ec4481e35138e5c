/**
 * What may be read of all responses in one turn of the event loop, in bytes; the rest waits for the next. A server that sends without a pause would
 * else be read for seconds while nothing else is done: a megabyte of small events takes a tenth of a second.
 */
export const MAX_TURN_BYTES = 256 * 1024;

/** What is read of all responses together, by turns of the event loop, so that everything else has its turn too. */
export class ReadBudget {
  private left = MAX_TURN_BYTES;
  private isCounting = false;
  private waiting: (() => void)[] = [];

  /** So much was read. @returns whether more may be in this turn */
  take(bytes: number): boolean {
    this.left -= bytes;
    if (this.left < MAX_TURN_BYTES / 2 && !this.isCounting) {
      this.isCounting = true;
      setImmediate(() => this.begin());
    }
    return this.left > 0;
  }

  /** Calls back in the next turn; one that is over, which {@link take} has said, has a next one. */
  next(goOn: () => void): void {
    this.waiting.push(goOn);
  }

  /** Whoever waited goes on, in the order in which they came, as far as there is room. */
  private begin(): void {
    this.isCounting = false;
    this.left = MAX_TURN_BYTES;
    for (const goOn of this.waiting.splice(0)) goOn();
  }
}

/** The turns of this process, which has one event loop. */
export const readBudget = new ReadBudget();
