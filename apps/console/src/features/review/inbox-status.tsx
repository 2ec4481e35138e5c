import { Badge } from '../../ui/badge.js';
import { formatNumber } from '../../ui/format.js';
import { isUnsaved } from './inbox.js';
import { Progress } from './progress.js';
import type { Queue } from '../review-queues/queries.js';
import type { OpenSession } from './use-review-session.js';
import styles from './item.module.css';

/** Progress of the queue, decisions of today, and whether everything is saved. */
export function InboxStatus({ queue, inbox, today }: { readonly queue: Queue } & OpenSession) {
  const unsaved = inbox.decided.filter(isUnsaved);
  return (
    <div className={styles.status}>
      <Progress counts={queue.counts} label={`Progress of ${queue.name}`} />
      <span className={styles.quiet}>{formatNumber(today)} decided by you today</span>
      <SaveState
        count={unsaved.length}
        isRetrying={unsaved.some(({ state }) => state === 'retrying') || inbox.supply === 'retrying'}
        hasFailed={unsaved.some(({ state }) => state === 'failed')}
      />
    </div>
  );
}

interface SaveStateProps {
  readonly count: number;
  readonly isRetrying: boolean;
  readonly hasFailed: boolean;
}

function SaveState(props: SaveStateProps) {
  return (
    <span className={styles.saveState} role="status" aria-label="Saving">
      {saveBadge(props)}
    </span>
  );
}

function saveBadge({ count, isRetrying, hasFailed }: SaveStateProps) {
  if (hasFailed) return <Badge tone="bad">{count} not saved</Badge>;
  if (isRetrying) return <Badge tone="warn">{count === 0 ? 'Retrying' : `Retrying ${count}`}</Badge>;
  return count > 0 ? <Badge>Saving {count}</Badge> : <Badge tone="good">Saved</Badge>;
}
