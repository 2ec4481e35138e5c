import { Pool } from './pool.js';

/** Limits concurrent calls for each project: one with slow servers waits for itself. */
export class CallSlots {
  readonly #pools = new Map<string, { slots: Pool<object>; calls: number }>();

  /** @param limit of one project at one time. */
  constructor(private readonly limit: number) {}

  /** Runs a call when a slot of the project is free. @throws the reason of an earlier abort; the call's errors. */
  async run<T>(project: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const pool = this.#pools.get(project) ?? {
      slots: new Pool<object>(Array.from({ length: this.limit }, () => ({}))),
      calls: 0,
    };
    this.#pools.set(project, pool);
    pool.calls += 1;
    try {
      const slot = await pool.slots.take({ project, signal });
      if (slot === null) throw signal.reason;
      return await call().finally(() => pool.slots.release(slot));
    } finally {
      pool.calls -= 1;
      if (pool.calls === 0) this.#pools.delete(project);
    }
  }
}
