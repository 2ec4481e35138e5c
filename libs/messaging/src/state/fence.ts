import { serviceUnavailable } from '../send/refusals.js';

/** Asks where a topic ends, once for all who want to know at the same time. */
export class Fence {
  readonly #ask: () => Promise<number>;
  #next: Promise<number> | undefined;
  #current: Promise<unknown> = Promise.resolve();

  /** @param ask the end offset as the broker says it now. */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  /**
   * An end that the topic had after this was called.
   *
   * @throws AppError `service_unavailable` past the deadline, or if the broker can't say.
   */
  async end(deadlineMs: number): Promise<number> {
    // A question that is under way was asked before: its answer may be too old for this caller, the next one's is not.
    this.#next ??= this.#askNext();
    return await within(this.#next, deadlineMs);
  }

  async #askNext(): Promise<number> {
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
