import { StallDetector } from './stall-detector.js';
import { callerTimeoutMs } from '../timing.js';
import type { HeartbeatFrame } from '../wire/frames.js';
import type { WorkJob } from './work-job.js';

/** When the callers of a worker last gave work or answered a heartbeat. */
export class Callers {
  readonly #lastSeenAt = new Map<string, number>();
  readonly #stall = new StallDetector();

  /** Called with every sweep. */
  sweep(now: number): void {
    this.#stall.sweep(now);
  }

  /** The caller with this inbox gave work, or answered a heartbeat. */
  seen(inbox: string, now: number): void {
    this.#lastSeenAt.set(inbox, now);
  }

  /** Whether the caller is taken for dead. */
  isDead(inbox: string, now: number): boolean {
    const lastSeenAt = this.#lastSeenAt.get(inbox);
    return lastSeenAt !== undefined && now - lastSeenAt > callerTimeoutMs && this.#stall.isReliable(now);
  }

  /** Only these have work here; of others nothing is awaited. */
  keep(inboxes: ReadonlySet<string>): void {
    for (const inbox of this.#lastSeenAt.keys()) if (!inboxes.has(inbox)) this.#lastSeenAt.delete(inbox);
  }
}

/** What still runs for a caller, and how many chunks of that were said by now. */
export interface Heartbeat {
  /** ReplyTopic of the caller. */
  readonly caller: string;
  readonly frame: HeartbeatFrame;
}

/** One heartbeat for each caller. */
export function heartbeats(running: Iterable<WorkJob>): Heartbeat[] {
  return [...Map.groupBy(running, ({ caller }) => caller)].map(([caller, jobs]) => ({
    caller,
    frame: { t: 'alive', ids: jobs.map(({ id }) => id), seqs: jobs.map(({ sentChunks }) => sentChunks) },
  }));
}
