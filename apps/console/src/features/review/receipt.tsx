import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.js';
import { messageOf } from '../../api/error-message.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/states.js';
import { campaignsQuery } from '../campaigns/queries.js';
import { interactionQuery } from '../interactions/queries.js';
import { campaignsThatCount } from '../playground/campaigns.js';
import { modelName } from '../../ui/format.js';
import { decisionWords } from './decision.js';
import { undoable, type Decided, type Inbox } from './inbox.js';
import type { Queue } from '../review-queues/queries.js';
import type { ReviewSession } from './review-session.js';
import styles from './receipt.module.css';

/** Props of {@link Receipt}. */
export interface ReceiptProps {
  readonly project: string;
  readonly queue: Queue;
  readonly session: ReviewSession;
  readonly inbox: Inbox;
}

const hints: Readonly<Record<Queue['kind'], string>> = {
  compare: 'Decide by the arrow keys or the buttons. The models are named afterwards. Press ? for all keys.',
  rate: 'Choose a value by its key, then press Enter. Press ? for all keys.',
};

/**
 * What was decided last, which models that were, and that it is stored. Failed decisions stay until they are stored.
 */
export function Receipt({ project, queue, session, inbox }: ReceiptProps) {
  const latest = inbox.decided.at(-1);
  const failed = inbox.decided.filter(({ state }) => state === 'failed');
  return (
    <div className={styles.receipts}>
      {failed.map((one) => (
        <ErrorNote key={one.lease.id} error={one.error} onRetry={() => session.retryFailed(one)} />
      ))}
      <div role="status" aria-label="Latest decision">
        {latest === undefined && inbox.leases.length > 0 && <p className={styles.hint}>{hints[queue.kind]}</p>}
        {latest !== undefined && latest.state !== 'failed' && (
          <Latest key={latest.lease.id} project={project} queue={queue} decided={latest}>
            {undoable(inbox) !== null && (
              <Button variant="plain" onPress={() => void session.undo()} aria-keyshortcuts="u">
                Undo <kbd aria-hidden>u</kbd>
              </Button>
            )}
          </Latest>
        )}
      </div>
    </div>
  );
}

function Latest({
  project,
  queue,
  decided,
  children,
}: {
  readonly project: string;
  readonly queue: Queue;
  readonly decided: Decided;
  readonly children: React.ReactNode;
}) {
  const { lease, decision } = decided;
  // Read for the item already.
  const interactions = useQueries({
    queries: lease.completions.map((completion) => ({ ...interactionQuery(project, completion), enabled: false })),
  });
  const models = interactions.map(({ data }) => modelName(data?.model ?? null));
  return (
    <div className={styles.receipt}>
      <span className={styles.words}>
        <span className={styles.decision}>{decisionWords(decision, models)}</span>{' '}
        <Outcome {...{ project, queue, decided, models }} />
      </span>
      {children}
    </div>
  );
}

interface OutcomeProps {
  readonly project: string;
  readonly queue: Queue;
  readonly decided: Decided;
  readonly models: readonly (string | null)[];
}

function Outcome({ project, queue, decided, models }: OutcomeProps) {
  const { state, decision, error } = decided;
  if (state === 'saving') return <span className={styles.quiet}>Saving</span>;
  if (state === 'retrying') return <span className={styles.warn}>Not saved yet: retrying. You can go on.</span>;
  if (state === 'lost')
    return <span className={styles.warn}>Not counted: {lostWords(error)}. Nothing is left to do.</span>;
  if (error !== null) return <span className={styles.warn}>Not undone. {messageOf(error)}</span>;
  if (decision.kind === 'skipped') return <span className={styles.quiet}>Saved. Nothing is counted.</span>;
  if (decision.kind === 'rated') return <span className={styles.quiet}>Saved as feedback under {queue.metric}.</span>;
  return <Counted project={project} metric={queue.metric} models={models} />;
}

function lostWords(error: Error | null): string {
  const isOwn = error instanceof ApiError && error.code === 'already_reviewed';
  return isOwn ? 'you have reviewed the item already' : 'your time was over, and somebody else took the item';
}

function Counted({
  project,
  metric,
  models,
}: {
  readonly project: string;
  readonly metric: string;
  readonly models: readonly (string | null)[];
}) {
  const { data: campaigns = [] } = useQuery(campaignsQuery(project));
  const [left, right] = models;
  const counting = left && right ? campaignsThatCount(campaigns, metric, [[left, right]]) : [];
  if (counting.length === 0) return <span className={styles.quiet}>Saved under {metric}.</span>;
  return (
    <span className={styles.quiet}>
      Saved. Counted in campaign{' '}
      {counting.map(({ key }) => (
        <Link key={key} to="/$project/campaigns/$campaign" params={{ project, campaign: key }}>
          {key}
        </Link>
      ))}
      .
    </span>
  );
}
