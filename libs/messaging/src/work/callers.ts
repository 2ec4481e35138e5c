import { Standstill } from './standstill.js';
import { callerSilenceLimitMs } from './work-constants.js';

/** When the callers of a worker last gave work or answered a heartbeat. */
export class Callers {
  readonly #heardAt = new Map<string, number>();
  readonly #standstill = new Standstill();

  /** Called with every sweep. */
  sweep(now: number): void {
    this.#standstill.sweep(now);
  }

  /** The caller with this inbox gave work, or answered a heartbeat. */
  heard(inbox: string, now: number): void {
    this.#heardAt.set(inbox, now);
  }

  /** Whether the caller is taken for dead. */
  isSilent(inbox: string, now: number): boolean {
    const heardAt = this.#heardAt.get(inbox);
    return heardAt !== undefined && now - heardAt > callerSilenceLimitMs && this.#standstill.mayJudge(now);
  }

  /** Only these have work here; of others nothing is awaited. */
  keep(inboxes: ReadonlySet<string>): void {
    for (const inbox of this.#heardAt.keys()) if (!inboxes.has(inbox)) this.#heardAt.delete(inbox);
  }
}
