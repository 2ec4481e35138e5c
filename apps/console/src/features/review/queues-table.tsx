import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Table, type Column } from '../../ui/table.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import { NameCell } from '../resource/name-cell.js';
import { RowActions } from '../resource/row-actions.js';
import { kindNames } from './kinds.js';
import { Progress } from './progress.js';
import { agreementQuery, deleteQueue, reviewKey, type Queue } from '../review-queues/queries.js';
import type { ReviewSearch } from './review-search.js';
import styles from './review.module.css';

/** Props of {@link QueuesTable}. */
export interface QueuesTableProps {
  readonly project: string;
  readonly queues: readonly Queue[];
  readonly change: (changes: ReviewSearch) => void;
}

/** The review queues of a project. */
export function QueuesTable({ project, queues, change }: QueuesTableProps) {
  const mayManage = useMay('manage');
  const mayReview = useMay('feedback');
  const navigate = useNavigate();
  const [deleted, setDeleted] = useState<Queue | null>(null);
  const open = ({ key }: Queue) => void navigate({ to: '/$project/review/$queue', params: { project, queue: key } });
  const othersOf = (queue: Queue) => [
    { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onAction: () => change({ edit: queue.key }) },
    { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => setDeleted(queue) },
  ];
  const nameOf = ({ key, name }: Queue) => (
    <NameCell
      name={
        <Link to="/$project/review/$queue" params={{ project, queue: key }}>
          {name}
        </Link>
      }
      detail={name === key ? undefined : key}
    />
  );
  const actionsOf = (queue: Queue) => (
    <RowActions
      name={queue.name}
      main={{ label: mayReview ? 'Review' : 'Open', onPress: () => open(queue) }}
      others={mayManage ? othersOf(queue) : []}
    />
  );
  return (
    <>
      <Table
        label="Queues"
        rows={queues}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', header: 'Queue', cell: nameOf },
          ...factColumns,
          { id: 'reviewers', header: 'Reviewers', cell: (queue) => <Reviewers project={project} queue={queue} /> },
          { id: 'actions', header: 'Actions', isNumber: true, cell: actionsOf },
        ]}
      />
      {deleted !== null && (
        <DeleteDialog
          noun="queue"
          name={deleted.name}
          send={(key) => deleteQueue(project, deleted.id, key)}
          invalidates={reviewKey(project)}
          onClose={() => setDeleted(null)}
        >
          Its items and reviews are deleted. The feedback and comparisons that it recorded stay.
        </DeleteDialog>
      )}
    </>
  );
}

const factColumns: readonly Column<Queue>[] = [
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindNames[kind] },
  { id: 'metric', header: 'Metric', cell: ({ metric }) => <code>{metric}</code> },
  {
    id: 'progress',
    header: 'Progress',
    cell: ({ name, counts }) => <Progress counts={counts} label={`Progress of ${name}`} />,
  },
];

const shownReviewers = 3;

function Reviewers({ project, queue }: { readonly project: string; readonly queue: Queue }) {
  const hasItems = Object.values(queue.counts).some((count) => count > 0);
  const { data } = useQuery({ ...agreementQuery(project, queue.key), enabled: hasItems, refetchInterval: false });
  const names = (data?.reviewers ?? []).map(({ reviewer }) => reviewer);
  if (names.length === 0) return <span className={styles.quiet}>Nobody yet</span>;
  const others = names.length - shownReviewers;
  return (
    <span title={names.join(', ')}>
      {names.slice(0, shownReviewers).join(', ')}
      {others > 0 && ` and ${others} more`}
    </span>
  );
}
