import type { FrameSender } from '../send/frame-sender.js';
import type { AliveFrame } from '../wire/frames.js';
import type { WorkJob } from './work-job.js';

/** What still runs for a caller and is said by one sender, and how many chunks of that were said by now. */
export interface Heartbeat {
  /** Inbox of the caller. */
  readonly caller: string;
  /** Undefined: nothing of it was said yet. */
  readonly sender: FrameSender | undefined;
  readonly frame: AliveFrame;
}

/** One heartbeat for each caller, and for each sender that says something to it: it must not overtake what it tells of. */
export function heartbeats(running: Iterable<WorkJob>): Heartbeat[] {
  return [...Map.groupBy(running, ({ caller }) => caller)].flatMap(([caller, jobs]) =>
    [...Map.groupBy(jobs, ({ sender }) => sender)].map(([sender, said]) => ({
      caller,
      sender,
      frame: { t: 'alive', ids: said.map(({ id }) => id), seqs: said.map(({ saidChunks }) => saidChunks) },
    })),
  );
}
