import { formatNumber } from '../../ui/format.js';
import type { Queue } from '../review-queues/queries.js';

/** Says how far the replays of a queue are. */
export function replayWords({ pending, answered, failed }: NonNullable<Queue['replays']>): string {
  const all = pending + answered + failed;
  if (all === 0) return 'No stored prompt was found to answer again yet.';
  const failures = failed === 0 ? '' : `, ${formatNumber(failed)} failed`;
  return `${formatNumber(answered)} of ${formatNumber(all)} prompts answered again${failures}.`;
}
