import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import { NameCell } from '../resource/name-cell.js';
import { RowActions } from '../resource/row-actions.js';
import { kindWords } from './kinds.js';
import { MetricForm } from './metric-form.js';
import { MetricSummary } from './metric-summary.js';
import styles from './metrics.module.css';
import type { MetricsSearch } from './metrics-search.js';
import { deleteMetric, metricsKey, metricsQuery, type Metric } from './queries.js';

const route = getRouteApi('/shell/$project/metrics');

/** Metrics of feedback, with their summaries. */
export function MetricsPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: MetricsSearch) => void navigate({ search: (old) => ({ ...old, ...changes }) });
  const mayManage = useMay('manage');
  const { data: metrics, error, refetch } = useQuery(metricsQuery(project));
  useShortcut('n', 'New metric', () => change({ new: true }), { isEnabled: mayManage });
  const newButton = mayManage && (
    <Button variant="primary" onPress={() => change({ new: true })}>
      <Plus aria-hidden />
      New metric
    </Button>
  );
  const selected = metrics?.find(({ key }) => key === search.metric) ?? metrics?.[0];
  const edited = metrics?.find(({ key }) => key === search.edit) ?? null;
  const isFormOpen = mayManage && metrics !== undefined && (search.new === true || edited !== null);
  return (
    <Page
      title="Metrics"
      description="What feedback, outcomes and comparisons measure."
      actions={metrics !== undefined && metrics.length > 0 && newButton}
    >
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {metrics === undefined && error === null && <Loading label="Loading the metrics" />}
      {metrics?.length === 0 && (
        <EmptyState title="No metrics yet" action={newButton}>
          A metric names a kind of feedback, for example whether an answer was helpful.
        </EmptyState>
      )}
      {metrics !== undefined && metrics.length > 0 && <MetricsTable {...{ project, metrics, change }} />}
      {selected !== undefined && (
        <MetricSummary
          project={project}
          metric={selected}
          range={search.range}
          onRange={(range) => change({ range })}
        />
      )}
      {isFormOpen && (
        <MetricForm project={project} metric={edited} onClose={() => change({ new: undefined, edit: undefined })} />
      )}
    </Page>
  );
}

function MetricsTable({
  project,
  metrics,
  change,
}: {
  readonly project: string;
  readonly metrics: readonly Metric[];
  readonly change: (changes: MetricsSearch) => void;
}) {
  const mayManage = useMay('manage');
  const [deleted, setDeleted] = useState<Metric | null>(null);
  const othersOf = (metric: Metric) => [
    { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onAction: () => change({ edit: metric.key }) },
    { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => setDeleted(metric) },
  ];
  const nameOf = ({ name, key }: Metric) => (
    <NameCell name={name} detail={key} onPress={() => change({ metric: key })} />
  );
  const actionsOf = (metric: Metric) => (
    <RowActions
      name={metric.name}
      main={{ label: 'Summary', onPress: () => change({ metric: metric.key }) }}
      others={mayManage ? othersOf(metric) : []}
    />
  );
  return (
    <>
      <Table
        label="Metrics"
        rows={metrics}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', header: 'Metric', cell: nameOf },
          ...factColumns,
          { id: 'actions', header: 'Actions', isNumber: true, cell: actionsOf },
        ]}
      />
      {deleted !== null && (
        <DeleteDialog
          noun="metric"
          name={deleted.name}
          send={(key) => deleteMetric(project, deleted.id, key)}
          invalidates={metricsKey(project)}
          onClose={() => setDeleted(null)}
        >
          Its feedback, outcomes and comparisons are deleted with it. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}

const factColumns: readonly Column<Metric>[] = [
  { id: 'kind', header: 'Values', cell: (metric) => <Badge>{kindWords(metric)}</Badge> },
  { id: 'scoring', header: 'Better', cell: ({ scoring_type }) => scoringWords[scoring_type] },
  { id: 'description', header: 'Description', cell: descriptionOf },
  { id: 'updated', header: 'Changed', isNumber: true, cell: ({ updated_at }) => <Time iso={updated_at} /> },
];

const scoringWords = { higher_is_better: 'Higher', lower_is_better: 'Lower' } as const;

function descriptionOf({ description }: Metric) {
  return <span className={styles.clamped}>{description}</span>;
}
