import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { toApiFilter, type InteractionSearch } from '../interactions/filter.js';
import styles from './datasets.module.css';

const countedRows = 100;
const shownRows = 5;

type Row = Schemas['ListedInteraction'];

/** The newest interactions that a filter selects, and their count up to 100. */
export function Preview({ project, filter }: { readonly project: string; readonly filter: InteractionSearch }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['resource', project, 'preview', filter],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/interactions', {
          params: { path: { project }, query: { ...toApiFilter(filter, Date.now()), limit: countedRows } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} label="Loading the preview" />;
  const count = data.next_cursor === null ? String(data.data.length) : `${data.data.length}+`;
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={isFetching}>
      <h3>
        {count} {count === '1' ? 'interaction matches' : 'interactions match'}
      </h3>
      {data.data.length > 0 && (
        <Table
          label="First interactions"
          rows={data.data.slice(0, shownRows)}
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

function excerpt(text: string | null) {
  return <span className={styles.excerpt}>{text}</span>;
}

function lastMessage({ messages }: Row): string {
  const content: unknown = messages?.at(-1)?.content;
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}
