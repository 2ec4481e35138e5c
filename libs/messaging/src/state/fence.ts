import { serviceUnavailable } from '../lane.errors.js';

/** Asks where a topic ends, once for all who want to know at the same time. `T` is the form that the answer has. */
export class Fence<T = number> {
  readonly #ask: () => Promise<T>;
  #next: Promise<T> | undefined;
  #current: Promise<unknown> = Promise.resolve();

  /** @param ask the end as the broker says it now. */
  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /**
   * An end that the topic had after this was called.
   *
   * @throws AppError `service_unavailable` past the deadline, or if the broker can't say.
   */
  async end(deadlineMs: number): Promise<T> {
    // A question that is under way was asked before: its answer may be too old for this caller, the next one's is not.
    this.#next ??= this.#askNext();
    return await within(this.#next, deadlineMs);
  }

  async #askNext(): Promise<T> {
    await this.#current;
    this.#next = undefined;
    const asked = this.#ask();
    this.#current = asked.catch(() => undefined);
    return asked;
  }
}

async function within<T>(promise: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(serviceUnavailable()), deadlineMs);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    throw serviceUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
