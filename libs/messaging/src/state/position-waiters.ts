import { serviceUnavailable } from '../lane.errors.js';

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
}

/** Callers that wait until a replica has reached a position. */
export class PositionWaiters {
  #waiters = new Set<Waiter>();

  /** @param deadlineMs absent: waits forever. @throws AppError `service_unavailable` past the deadline. */
  wait(position: number, deadlineMs?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        position,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const onTimeout = (): void => {
        this.#waiters.delete(waiter);
        reject(serviceUnavailable());
      };
      const timer = deadlineMs === undefined ? undefined : setTimeout(onTimeout, deadlineMs);
      this.#waiters.add(waiter);
    });
  }

  reached(position: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.position > position) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }
}
