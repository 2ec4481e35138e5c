import { overloaded } from '@earshot/errors';

/** Limits how many tasks run at a time; the others wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param permits tasks at a time. @param maxWaiting tasks that may wait. */
  constructor(
    permits: number,
    private readonly maxWaiting: number,
  ) {
    this.#free = permits;
  }

  /**
   * Runs a task once a permit is free. An abort removes a waiting task from the queue.
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
      this.#release();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.maxWaiting)
      throw overloaded('queue_full', 'The queue for file transfers is full. Retry the request.', 1);
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.#waiting.delete(start);
        reject(signal.reason as Error);
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #release(): void {
    for (const start of this.#waiting) {
      this.#waiting.delete(start);
      return start();
    }
    this.#free += 1;
  }
}
