import { serviceUnavailable } from '../lane.errors.js';

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
}

/** Callers that wait until a replica has reached a position. */
export class PositionWaiters {
  #waiters = new Set<Waiter>();

  /** @throws AppError `service_unavailable` past the deadline. */
  wait(position: number, deadlineMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(serviceUnavailable());
      }, deadlineMs);
      const waiter: Waiter = {
        position,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiters.add(waiter);
    });
  }

  /** Without a deadline: the process is not ready before. */
  waitForever(position: number): Promise<void> {
    return new Promise((resolve) => this.#waiters.add({ position, resolve }));
  }

  reached(position: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.position > position) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }
}
