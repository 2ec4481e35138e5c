import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import { formatDuration, formatNumber, modelName } from '../../ui/format.js';
import { Badge } from '../../ui/badge.js';
import type { ColumnId } from './layout.js';
import type { InteractionRow } from './row.js';
import { formatMoment } from './moment.js';
import styles from './table.module.css';

/** What the table of interactions uses of TanStack Table. */
export const features = tableFeatures({ columnVisibilityFeature });

const helper = createColumnHelper<typeof features, InteractionRow>();
const display = (id: ColumnId, header: string, cell: (row: InteractionRow) => React.ReactNode) =>
  helper.display({ id, header, cell: ({ row }) => cell(row.original) });

const none = <span className={styles.none}>–</span>;

/** Columns of the table of interactions. `entry` takes the place of all others on a narrow screen. */
export const columns = [
  display('time', 'Time', ({ createdAt }) => <Moment iso={createdAt} />),
  display('model', 'Model', ({ model }) => (model === null ? none : modelName(model))),
  display('prompt', 'Prompt', (row) => <Prompt row={row} />),
  display('completion', 'Answer', ({ completion }) => completion || none),
  display('tokens', 'Tokens', ({ tokens }) => (tokens === null ? none : formatNumber(tokens))),
  display('firstToken', 'First token', ({ firstTokenMs }) => durationOf(firstTokenMs)),
  display('duration', 'Duration', ({ totalMs }) => durationOf(totalMs)),
  display('finish', 'Finish', (row) => <Finish row={row} />),
  display('labels', 'Labels', ({ labels }) => <Labels labels={labels} />),
  display('entry', 'Interaction', (row) => <Entry row={row} />),
];

function durationOf(ms: number | null) {
  return ms === null ? none : formatDuration(ms);
}

function Moment({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} className={styles.time}>
      {formatMoment(iso)}
    </time>
  );
}

function Prompt({ row: { user, prompt } }: { readonly row: InteractionRow }) {
  return (
    <>
      {user !== null && <span className={styles.user}>{user}</span>}
      {prompt}
    </>
  );
}

function Finish({ row: { finishReason, source } }: { readonly row: InteractionRow }) {
  if (finishReason === 'error') return <Badge tone="bad">error</Badge>;
  if (finishReason === null) return source === 'served' ? none : <span className={styles.none}>{source}</span>;
  return finishReason === 'stop' ? (
    <span className={styles.none}>stop</span>
  ) : (
    <Badge tone="warn">{finishReason}</Badge>
  );
}

function Labels({ labels }: { readonly labels: readonly string[] }) {
  return labels.map((label) => (
    <span key={label} className={styles.label}>
      {label}
    </span>
  ));
}

function Entry({ row }: { readonly row: InteractionRow }) {
  return (
    <span className={styles.entry}>
      <span className={styles.line}>
        <span className={styles.strong}>{row.prompt}</span>
        <Moment iso={row.createdAt} />
      </span>
      <span className={styles.line}>
        <span className={styles.none}>{row.completion || '–'}</span>
        {row.finishReason !== null && row.finishReason !== 'stop' && <Finish row={row} />}
        {row.model !== null && <span className={styles.entryModel}>{modelName(row.model)}</span>}
      </span>
    </span>
  );
}
