import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMean, formatNumber } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { Select } from '../../ui/select.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Bars } from '../resource/bars.js';
import { Facts } from '../resource/facts.js';
import { answersOf } from './answers.js';
import { barsOf } from './buckets.js';
import styles from './metrics.module.css';
import type { MetricRange } from './metrics-search.js';
import { summaryQuery, type Metric, type Summary } from './queries.js';

const ranges = [
  { id: 'all', label: 'All days' },
  { id: '1d', label: 'Today (UTC)' },
  { id: '7d', label: 'Last 7 days' },
  { id: '30d', label: 'Last 30 days' },
] as const;

/** The feedback under a metric in figures. */
export function MetricSummary({
  project,
  metric,
  range,
  onRange,
}: {
  readonly project: string;
  readonly metric: Metric;
  readonly range: MetricRange | undefined;
  readonly onRange: (range: MetricRange | undefined) => void;
}) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(summaryQuery(project, metric.key, range));
  const select = (
    <Select
      label="Days"
      hideLabel
      options={ranges}
      value={range ?? 'all'}
      onChange={(id) => onRange(id === 'all' ? undefined : (id as MetricRange))}
    />
  );
  return (
    <Panel title={metric.name} actions={select}>
      {metric.description !== null && <p className={styles.description}>{metric.description}</p>}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {error === null &&
        (data === undefined ? (
          <Loading label="Loading the summary" />
        ) : (
          <Figures project={project} summary={data} range={range} readAt={dataUpdatedAt} />
        ))}
    </Panel>
  );
}

interface FiguresProps {
  readonly project: string;
  readonly summary: Summary;
  readonly range: MetricRange | undefined;
  /** When the summary was read, ms since 1970. */
  readonly readAt: number;
}

function Figures({ project, summary, range, readAt }: FiguresProps) {
  const { metric, count, mean, variance, min, max, comparisons, histogram, by_model } = summary;
  const compared = comparisons.wins + comparisons.ties;
  if (count === 0 && compared === 0)
    return (
      <EmptyState title="No feedback on these days">
        Feedback arrives with <code>POST /api/v1/feedback</code>, in the Playground and in Review.
      </EmptyState>
    );
  const isBool = metric.kind === 'bool';
  return (
    <>
      <Facts
        facts={{
          Values: formatNumber(count),
          [isBool ? 'Share of yes' : 'Mean']: figure(mean),
          'Standard deviation': figure(variance === null ? null : Math.sqrt(variance)),
          Least: isBool ? null : figure(min),
          Greatest: isBool ? null : figure(max),
          Comparisons: formatNumber(compared),
          Ties: formatNumber(comparisons.ties),
        }}
      />
      {histogram.length > 0 && <Bars label="Histogram" entries={barsOf(metric.kind, histogram)} />}
      {by_model.length > 0 && <ByModel {...{ project, summary, range, readAt }} />}
    </>
  );
}

function ByModel({ project, summary, range, readAt }: FiguresProps) {
  const answers = answersOf(summary, range, readAt);
  return (
    <Table
      label="By model"
      rows={summary.by_model}
      keyOf={({ model }) => model ?? ''}
      columns={[
        { id: 'model', header: 'Model', cell: ({ model }) => (model === null ? 'Unknown' : <code>{model}</code>) },
        { id: 'count', header: 'Values', isNumber: true, cell: ({ count }) => formatNumber(count) },
        { id: 'mean', header: 'Mean', isNumber: true, cell: ({ mean }) => figure(mean) ?? '–' },
        { id: 'wins', header: 'Wins', isNumber: true, cell: ({ comparisons }) => formatNumber(comparisons.wins) },
        { id: 'losses', header: 'Losses', isNumber: true, cell: ({ comparisons }) => formatNumber(comparisons.losses) },
        { id: 'ties', header: 'Ties', isNumber: true, cell: ({ comparisons }) => formatNumber(comparisons.ties) },
        {
          id: 'answers',
          header: 'Answers',
          cell: ({ model }) =>
            model !== null && (
              <span className={styles.answers}>
                {answers.map(({ label, search }) => (
                  <Link
                    key={label}
                    to="/$project/interactions"
                    params={{ project }}
                    search={{ ...search, model }}
                    aria-label={`Answers of ${model} with ${label}`}
                  >
                    {label}
                  </Link>
                ))}
              </span>
            ),
        },
      ]}
    />
  );
}

const figure = (value: number | null): string | null => (value === null ? null : formatMean(value));
