import { settlesWithin } from '../broker/back-off.js';
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
    const next = (this.#next ??= this.#readNext());
    try {
      if (await settlesWithin(next, deadlineMs)) return await next;
    } catch (error) {
      throw serviceUnavailable(error);
    }
    throw serviceUnavailable();
  }

  async #readNext(): Promise<T> {
    await this.#current;
    this.#next = undefined;
    const reading = this.read();
    this.#current = reading.catch(() => undefined);
    return reading;
  }
}
