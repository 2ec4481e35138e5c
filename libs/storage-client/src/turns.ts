import { overloaded } from '@earshot/errors';

/** Lets some work at a time; the others wait for their turn in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param atOnce how many work at a time. @param maxWaiting how many more may wait. */
  constructor(
    atOnce: number,
    private readonly maxWaiting: number,
  ) {
    this.#free = atOnce;
  }

  /**
   * Works when it is its turn; an abort while it waits gives the place in the queue back.
   *
   * @throws AppError `queue_full`; the reason of the abort.
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#free === 0) await this.#wait(signal);
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.maxWaiting) {
      throw overloaded('queue_full', 'As many transfers of files wait as may. Try again.', 1);
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(begin);
        reject(signal.reason as Error);
      };
      this.#waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #pass(): void {
    for (const begin of this.#waiting) {
      this.#waiting.delete(begin);
      return begin();
    }
    this.#free += 1;
  }
}
