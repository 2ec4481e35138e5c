import { Problem } from '../../ui/states.js';
import type { Queue } from '../review-queues/queries.js';
import styles from './review.module.css';
import { replayWords } from './replay-words.js';

/** How far the replays of a queue are, and why some have no answer. Nothing for a queue without replays. */
export function ReplayNote({ queue: { replays } }: { readonly queue: Queue }) {
  if (replays === undefined) return null;
  const words = replayWords(replays);
  if (replays.last_error === null)
    return (
      <p className={styles.quiet} role="status">
        {words}
      </p>
    );
  return (
    <Problem>
      {words} {replays.last_error}
    </Problem>
  );
}
