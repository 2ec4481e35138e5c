import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { metricsQuery } from '../metrics/queries.js';
import { useAnswers, type Answers, type Interaction } from './answers.js';
import { CompareItem } from './compare-item.js';
import type { Decision, Lease } from './decision.js';
import { undoable } from './inbox.js';
import { LeaseNote } from './lease-note.js';
import { LeaveGuard } from './leave-guard.js';
import { InboxStatus } from './inbox-status.js';
import type { Queue } from '../review-queues/queries.js';
import { RateItem } from './rate-item.js';
import { Receipt } from './receipt.js';
import { useReviewSession, type OpenSession } from './use-review-session.js';
import styles from './item.module.css';

/** Props of {@link InboxView}. */
export interface InboxViewProps {
  readonly project: string;
  readonly queue: Queue;
  readonly reviewer: string;
}

/** The items of a queue, one after the other, for one reviewer. */
export function InboxView({ project, queue, reviewer }: InboxViewProps) {
  const open = useReviewSession(project, queue.key, reviewer);
  const { session, inbox } = open;
  const answers = useAnswers(
    project,
    inbox.leases.flatMap(({ completions }) => completions),
  );
  const last = undoable(inbox);
  useShortcut('u', 'Undo the latest decision', () => void session.undo(), {
    isEnabled: last !== null,
    isDecision: true,
  });
  return (
    <>
      <InboxStatus queue={queue} {...open} />
      <Receipt project={project} queue={queue} session={session} inbox={inbox} />
      {inbox.undoing === 'no' ? (
        <Current {...{ project, queue, open, answers }} />
      ) : (
        <Loading lines={8} label="Taking the decision back" />
      )}
      <LeaveGuard session={session} />
    </>
  );
}

interface CurrentProps {
  readonly project: string;
  readonly queue: Queue;
  readonly open: OpenSession;
  readonly answers: Answers;
}

function Current({ project, queue, open, answers }: CurrentProps) {
  const { session, inbox } = open;
  const [lease] = inbox.leases;
  if (lease !== undefined)
    return (
      <Item
        key={lease.id}
        {...{ project, queue, lease }}
        answers={answers}
        interactions={answers.interactions.slice(0, lease.completions.length)}
        onDecide={(decision) => session.decide(decision)}
        onPass={() => session.pass()}
      />
    );
  if (inbox.supply === 'failed') return <ErrorNote error={inbox.supplyError} onRetry={() => void session.fill()} />;
  if (inbox.supply === 'empty') return <NothingWaits project={project} queue={queue} open={open} />;
  return <Loading lines={8} label={inbox.supply === 'retrying' ? 'Waiting for the server' : 'Loading the next item'} />;
}

/** Time between looks for new items while nothing waits, ms. */
const checkMs = 10_000;

function NothingWaits({ project, queue, open }: Omit<CurrentProps, 'answers'>) {
  const { session, inbox } = open;
  useEffect(() => {
    const timer = setInterval(() => void session.fill(true), checkMs);
    return () => clearInterval(timer);
  }, [session]);
  const { waiting, leased, reviewed, skipped } = queue.counts;
  const isNew = waiting + leased + reviewed + skipped === 0 && inbox.decided.length === 0;
  return (
    <EmptyState
      title={isNew ? 'Nothing to review yet' : 'All done'}
      action={
        <div className={styles.doneActions}>
          <Button onPress={() => void session.fill()}>Check again</Button>
          <Link to="/$project/review" params={{ project }}>
            All queues
          </Link>
        </div>
      }
    >
      {isNew ? whereItemsComeFrom(queue) : `Nothing waits for you in this queue.${laterItems(queue)}`}
    </EmptyState>
  );
}

function laterItems({ fill_error }: Queue): string {
  return fill_error == null ? ' New items appear here by themselves.' : '';
}

function whereItemsComeFrom({ source, kind, fill_error }: Queue): string {
  if (fill_error != null) return 'Items appear here as soon as the source of the queue can be read.';
  if (source === null)
    return 'Items are added from an interaction, from the playground, or with POST …/review_queues/{queue}/items.';
  if ('ab_campaign' in source)
    return 'Two answers to one prompt appear here as soon as requests that name the campaign in ab_campaign have got them.';
  return kind === 'compare'
    ? 'Two answers to one prompt appear here as soon as the models of the queue have given them.'
    : 'Answers that match the filter of the queue appear here as soon as they are recorded.';
}

interface CurrentItemProps {
  readonly project: string;
  readonly queue: Queue;
  readonly lease: Lease;
  readonly answers: Answers;
  readonly interactions: readonly (Interaction | undefined)[];
  readonly onDecide: (decision: Decision) => void;
  readonly onPass: () => void;
}

function Item({ project, queue, lease, answers, interactions, onDecide, onPass }: CurrentItemProps) {
  const frame = useRef<HTMLElement>(null);
  const skip = () => onDecide({ kind: 'skipped' });
  useShortcut('s', 'Skip the item', skip, { isDecision: true });
  useShortcut('n', 'Next item; this one comes back', onPass, { isDecision: true });
  const loaded = interactions.filter((interaction) => interaction !== undefined);
  const isLoaded = loaded.length === interactions.length;
  useEffect(() => {
    if (!isLoaded) return;
    // The focus was on what is gone; screen readers go on with the new item.
    frame.current?.focus({ preventScroll: true });
    if ((frame.current?.getBoundingClientRect().top ?? 0) < 0) frame.current?.scrollIntoView({ block: 'start' });
  }, [isLoaded]);
  return (
    <article ref={frame} className={styles.item} tabIndex={-1} aria-label="Item to review">
      <LeaseNote key={lease.id} expiresAtMs={lease.expiresAtMs} />
      {isLoaded ? (
        <Decidable {...{ project, queue, onDecide }} interactions={loaded} />
      ) : answers.error === null ? (
        <Loading lines={8} label="Loading the answers" />
      ) : (
        <ErrorNote error={answers.error} onRetry={answers.retry} />
      )}
      <div className={styles.others}>
        <Button variant="plain" onPress={skip} aria-keyshortcuts="s">
          Skip <kbd aria-hidden>s</kbd>
        </Button>
        <Button variant="plain" onPress={onPass} aria-keyshortcuts="n">
          Later <kbd aria-hidden>n</kbd>
        </Button>
      </div>
    </article>
  );
}

function Decidable({
  project,
  queue,
  interactions,
  onDecide,
}: {
  readonly project: string;
  readonly queue: Queue;
  readonly interactions: readonly Interaction[];
  readonly onDecide: (decision: Decision) => void;
}) {
  const { data: metrics, error, refetch } = useQuery({ ...metricsQuery(project), enabled: queue.kind === 'rate' });
  if (queue.kind === 'compare') return <CompareItem interactions={interactions} onDecide={onDecide} />;
  const metric = metrics?.find(({ key }) => key === queue.metric);
  if (metric !== undefined) return <RateItem {...{ project, metric, interactions, onDecide }} />;
  return error === null ? (
    <Loading label="Loading the metric" />
  ) : (
    <ErrorNote error={error} onRetry={() => void refetch()} />
  );
}
