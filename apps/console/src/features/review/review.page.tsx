import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { queuesQuery } from '../review-queues/queries.js';
import { QueueForm } from './queue-form.js';
import { QueuesTable } from './queues-table.js';
import type { ReviewSearch } from './review-search.js';

const route = getRouteApi('/shell/$project/review');

/** Time after which the queues are read again: they fill in the background. */
const refreshMs = 5_000;

/** Queues of answers to judge. */
export function ReviewPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: ReviewSearch) => void navigate({ search: (old) => ({ ...old, ...changes }) });
  const mayManage = useMay('manage');
  const { data: queues, error, refetch } = useQuery({ ...queuesQuery(project), refetchInterval: refreshMs });
  useShortcut('n', 'New queue', () => change({ new: true }), { isEnabled: mayManage });
  const newButton = mayManage && (
    <Button variant="primary" onPress={() => change({ new: true })}>
      <Plus aria-hidden />
      New queue
    </Button>
  );
  const edited = queues?.find(({ key }) => key === search.edit) ?? null;
  const isNew = search.new === true || search.filter !== undefined;
  return (
    <Page
      title="Review"
      description="Queues of answers for people to judge, without seeing which model wrote them."
      actions={queues !== undefined && queues.length > 0 && newButton}
    >
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {queues === undefined && error === null && <Loading label="Loading the queues" />}
      {queues?.length === 0 && (
        <EmptyState title="No queues yet" action={newButton}>
          A queue hands answers to people, each to one person at a time: pairs to compare, or single answers to rate.
          Every decision counts at once in the metric and its campaigns.
        </EmptyState>
      )}
      {queues !== undefined && queues.length > 0 && <QueuesTable {...{ project, queues, change }} />}
      {mayManage && queues !== undefined && (isNew || edited !== null) && (
        <QueueForm
          project={project}
          queue={isNew ? null : edited}
          filter={search.filter}
          onClose={() => change({ new: undefined, edit: undefined, filter: undefined })}
        />
      )}
    </Page>
  );
}
