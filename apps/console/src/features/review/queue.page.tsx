import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { ApiError } from '../../api/api-error.js';
import { useMay } from '../../session/session.js';
import { buttonClass } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { AgreementPanel } from './agreement.js';
import { FillNote } from './fill-note.js';
import { InboxView } from './inbox-view.js';
import { kindNames } from './kinds.js';
import { queueQuery, type Queue } from '../review-queues/queries.js';
import { ReplayNote } from './replay-note.js';
import { ReviewerButton, useReviewer } from './reviewer.js';

const notFound = 404;

/** Counts change with the work of others, and the source with each try to read it, which is every 30 s; ms. */
const pollMs = 15_000;

/** Reviews the items of a queue, and shows how much its reviewers agree. */
export function QueuePage() {
  const { project, queue } = useParams({ from: '/shell/$project/review/$queue' });
  const { data, error, refetch } = useQuery({ ...queueQuery(project, queue), refetchInterval: pollMs });
  if (data !== undefined) return <QueueView key={data.id} project={project} queue={data} />;
  return (
    <Page title="Queue">
      {error === null && <Loading lines={8} label="Loading the queue" />}
      {error instanceof ApiError && error.status === notFound ? (
        <EmptyState title="Queue not found" action={<QueuesLink project={project} />}>
          It was deleted, or no queue of the project has this key.
        </EmptyState>
      ) : (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function QueueView({ project, queue }: { readonly project: string; readonly queue: Queue }) {
  const mayReview = useMay('feedback');
  const [reviewer, rename] = useReviewer();
  return (
    <Page
      title={queue.name}
      description={`${kindNames[queue.kind]}, by ${queue.metric}`}
      actions={
        <>
          <QueuesLink project={project} />
          {mayReview && <ReviewerButton name={reviewer} onRename={rename} />}
        </>
      }
    >
      <FillNote project={project} queue={queue} />
      <ReplayNote queue={queue} />
      {mayReview ? (
        <InboxView key={reviewer} project={project} queue={queue} reviewer={reviewer} />
      ) : (
        <EmptyState title="This key may not review">It lacks the permission “feedback”.</EmptyState>
      )}
      <AgreementPanel project={project} queue={queue} />
    </Page>
  );
}

function QueuesLink({ project }: { readonly project: string }) {
  return (
    <Link to="/$project/review" params={{ project }} className={buttonClass()}>
      <ListChecks aria-hidden />
      All queues
    </Link>
  );
}
