import { serviceUnavailable } from '../lane.errors.js';

/** Reads the end of a topic, shared by all concurrent callers. `T` is the type of the result. */
export class Fence<T = number> {
  #next: Promise<T> | undefined;
  #current: Promise<unknown> = Promise.resolve();

  /** @param read reads the current end from the broker. */
  constructor(private readonly read: () => Promise<T>) {}

  /**
   * Returns the end of the topic at a moment after this call.
   *
   * @throws AppError `service_unavailable` past the deadline, or if the broker does not answer.
   */
  async end(deadlineMs: number): Promise<T> {
    // A request in flight started before this call, so its result may be too old: share the next one.
    this.#next ??= this.#readNext();
    return await within(this.#next, deadlineMs);
  }

  async #readNext(): Promise<T> {
    await this.#current;
    this.#next = undefined;
    const reading = this.read();
    this.#current = reading.catch(() => undefined);
    return reading;
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
