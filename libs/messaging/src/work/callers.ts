import { SilenceDetector } from './silence-detector.js';
import { callerTimeoutMs } from '../timing.js';
import type { HeartbeatFrame } from '../wire/frames.js';
import type { WorkJob } from './work-job.js';

/** Tracks when the callers of a worker last sent work or acknowledged a heartbeat. */
export class Callers {
  readonly #lastSeenAt = new Map<string, number>();
  readonly #silence = new SilenceDetector(callerTimeoutMs);

  /** See {@link SilenceDetector.sweep}. */
  sweep(now: number, contactAt: number): void {
    this.#silence.sweep(now, contactAt);
  }

  /** The caller with this reply topic sent work or acknowledged a heartbeat. */
  seen(caller: string, now: number): void {
    this.#lastSeenAt.set(caller, now);
  }

  /** Whether the caller is considered dead. */
  isDead(caller: string, now: number): boolean {
    const lastSeenAt = this.#lastSeenAt.get(caller);
    return lastSeenAt !== undefined && now - lastSeenAt > callerTimeoutMs && this.#silence.isReliable(now);
  }

  /** Forgets callers without running work. */
  retain(callers: ReadonlySet<string>): void {
    for (const caller of this.#lastSeenAt.keys()) if (!callers.has(caller)) this.#lastSeenAt.delete(caller);
  }
}

/** Heartbeat for one caller: its running work and the chunks sent so far. */
export interface Heartbeat {
  /** Reply topic of the caller. */
  readonly caller: string;
  readonly frame: HeartbeatFrame;
}

/** Creates one heartbeat for each caller. */
export function heartbeats(running: Iterable<WorkJob>): Heartbeat[] {
  return [...Map.groupBy(running, ({ caller }) => caller)].map(([caller, jobs]) => ({
    caller,
    frame: { t: 'alive', ids: jobs.map(({ id }) => id), seqs: jobs.map(({ sentChunks }) => sentChunks) },
  }));
}
