import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Minimum interval between fences, ms. An unknown credential may have been created at another gateway, so it is looked
 * up again after a fence that begins after its request. All unknown credentials share these fences, because they cost
 * their sender nothing.
 */
const fenceEveryMs = 100;

/** A fence that concurrent requests share and that begins at most ten times a second. */
export class SharedFence {
  #lastAt = -Infinity;
  /** Shared by all requests that wait for it to begin. */
  #next: Promise<void> | undefined;

  /** @param fence reads what was published before the call. */
  constructor(private readonly fence: () => Promise<unknown>) {}

  /** Waits until everything that was published before this call is read. */
  pass(): Promise<void> {
    return (this.#next ??= this.#begin());
  }

  async #begin(): Promise<void> {
    const waitMs = this.#lastAt + fenceEveryMs - performance.now();
    // Requests of the same event-loop turn share the fence.
    await (waitMs > 0 ? sleep(waitMs) : undefined);
    this.#next = undefined;
    this.#lastAt = performance.now();
    await this.fence();
  }
}
