import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { formatNumber } from '../../ui/format.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { toApiFilter, type InteractionSearch } from '../interactions/filter.js';
import { countQuery, countText } from '../interactions/queries.js';
import { formatProblem } from './build-body.js';
import styles from './datasets.module.css';
import type { Format } from './datasets-search.js';

const shownRows = 5;

type Row = Schemas['ListedInteraction'];

type Count = Schemas['InteractionCount'];

/** Props of {@link Preview}. */
export interface PreviewProps {
  readonly project: string;
  readonly filter: InteractionSearch;
  readonly format: Format;
}

/** The newest interactions that a filter selects, their number, and that of the rows of a dataset. */
export function Preview({ project, filter, format }: PreviewProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['resource', project, 'preview', filter],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/interactions', {
          params: { path: { project }, query: { ...toApiFilter(filter, Date.now()), limit: shownRows } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const { data: matching } = useQuery({ ...countQuery(project, filter), placeholderData: keepPreviousData });
  const { data: rows } = useQuery({
    ...countQuery(project, filter, { format }),
    enabled: formatProblem(format, filter) === null,
  });
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} label="Loading the preview" />;
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={isFetching}>
      <h3>{matching === undefined ? 'Counting the interactions' : headingOf(matching)}</h3>
      {rows !== undefined && (
        <p>{`The dataset has at most ${rowsText(rows)}. Answers without text${format === 'kto' ? ' and ties' : ''} are left out.`}</p>
      )}
      {data.data.length > 0 && (
        <Table
          label="First interactions"
          rows={data.data}
          keyOf={({ completion_id }) => completion_id}
          columns={[
            { id: 'time', header: 'Time', cell: ({ created_at }) => <Time iso={created_at} /> },
            { id: 'model', header: 'Model', cell: ({ model }) => <code>{model}</code> },
            { id: 'prompt', header: 'Last message', cell: (row) => excerpt(lastMessage(row)) },
            { id: 'answer', header: 'Answer', cell: ({ completion }) => excerpt(completion) },
          ]}
        />
      )}
    </section>
  );
}

function headingOf(count: Count): string {
  const isOne = count.complete && count.count === 1;
  const text = countText(count);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${isOne ? 'interaction matches' : 'interactions match'}`;
}

function rowsText({ count, complete }: Count): string {
  if (!complete) return `as many rows, more than ${formatNumber(count)}`;
  return count === 1 ? '1 row' : `${formatNumber(count)} rows`;
}

function excerpt(text: string | null) {
  return <span className={styles.excerpt}>{text}</span>;
}

function lastMessage({ messages }: Row): string {
  const content: unknown = messages?.at(-1)?.content;
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}
