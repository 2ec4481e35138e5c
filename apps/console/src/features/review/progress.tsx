import { formatNumber } from '../../ui/format.js';
import type { Queue } from '../review-queues/queries.js';
import styles from './review.module.css';

const percent = 100;

/** How many items of a queue are done: reviewed or skipped by all its reviewers. */
export function Progress({ counts, label }: { readonly counts: Queue['counts']; readonly label: string }) {
  const done = counts.reviewed + counts.skipped;
  const total = done + counts.waiting + counts.leased;
  const share = total === 0 ? 0 : (done / total) * percent;
  return (
    <span className={styles.progress}>
      <span className={styles.track} role="progressbar" aria-label={label} aria-valuenow={done} aria-valuemax={total}>
        <span className={styles.fill} style={{ width: `${share}%` }} />
      </span>
      <span className={styles.counts}>
        {formatNumber(done)} of {formatNumber(total)}
      </span>
    </span>
  );
}
