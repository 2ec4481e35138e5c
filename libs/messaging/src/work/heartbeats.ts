import type { AliveFrame } from '../wire/frames.js';
import type { WorkJob } from './work-job.js';

/** By the inbox of each caller: what still runs for it, and how many chunks of that were said by now. */
export function heartbeats(running: Iterable<WorkJob>): Map<string, AliveFrame> {
  const byCaller = new Map<string, { t: 'alive'; ids: string[]; seqs: number[] }>();
  for (const { id, caller, saidChunks } of running) {
    let frame = byCaller.get(caller);
    if (frame === undefined) byCaller.set(caller, (frame = { t: 'alive', ids: [], seqs: [] }));
    frame.ids.push(id);
    frame.seqs.push(saidChunks);
  }
  return byCaller;
}
