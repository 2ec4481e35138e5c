import type { AliveFrame } from '../wire/frames.js';
import type { WorkJob } from './work-job.js';

/** What still runs for a caller, and how many chunks of that were said by now. */
export interface Heartbeat {
  /** Inbox of the caller. */
  readonly caller: string;
  readonly frame: AliveFrame;
}

/** One heartbeat for each caller. */
export function heartbeats(running: Iterable<WorkJob>): Heartbeat[] {
  return [...Map.groupBy(running, ({ caller }) => caller)].map(([caller, jobs]) => ({
    caller,
    frame: { t: 'alive', ids: jobs.map(({ id }) => id), seqs: jobs.map(({ saidChunks }) => saidChunks) },
  }));
}
