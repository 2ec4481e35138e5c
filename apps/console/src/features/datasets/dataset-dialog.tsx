import { useQuery } from '@tanstack/react-query';
import { Button, buttonClass } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code.js';
import { Dialog } from '../../ui/dialog.js';
import { formatBytes, formatNumber, formatTime } from '../../ui/format.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Facts } from '../resource/facts.js';
import { DatasetStatus } from './dataset-status.js';
import styles from './datasets.module.css';
import { datasetUrl } from './download.js';
import { cancelLabel } from './progress-text.js';
import { datasetQuery, type Dataset } from './queries.js';

/** All that is known of a dataset: figures, source, errors, and its downloads. */
export function DatasetDialog({
  project,
  dataset: key,
  onCancel,
  onClose,
}: {
  readonly project: string;
  readonly dataset: string;
  readonly onCancel: (dataset: Dataset) => void;
  readonly onClose: () => void;
}) {
  const { data: dataset, error, refetch } = useQuery(datasetQuery(project, key));
  const footer = (
    <>
      <Button onPress={onClose}>Close</Button>
      {dataset?.status === 'processing' && (
        <Button variant="danger" onPress={() => onCancel(dataset)}>
          {cancelLabel(dataset)}
        </Button>
      )}
      {dataset?.status === 'ready' && (
        <a className={buttonClass('primary')} href={datasetUrl(project, dataset.id, 'original')} download>
          Download
        </a>
      )}
    </>
  );
  return (
    <Dialog title={`Dataset ${dataset?.name ?? key}`} isOpen onClose={onClose} footer={footer} isWide>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {dataset === undefined && error === null && <Loading label="Loading the dataset" />}
      {dataset !== undefined && <Details project={project} dataset={dataset} />}
    </Dialog>
  );
}

function Details({ project, dataset }: { readonly project: string; readonly dataset: Dataset }) {
  const { rows, size, recipe_size, manifest_size, sha256, from, errors, created_at, cancelled_at } = dataset;
  return (
    <>
      <Facts
        facts={{
          Status: <DatasetStatus dataset={{ ...dataset, errors: [] }} />,
          Rows: formatNumber(rows),
          Size: formatBytes(size),
          'For recipes': recipe_size === null ? null : formatBytes(recipe_size),
          Manifest: manifest_size === null ? null : formatBytes(manifest_size),
          Created: formatTime(created_at),
          Cancelled: cancelled_at === null ? null : formatTime(cancelled_at),
          Snapshot: from?.snapshot ? formatTime(from.snapshot) : null,
        }}
      />
      {sha256 !== null && <Facts facts={{ 'SHA-256': <code className={styles.hash}>{sha256}</code> }} />}
      {errors.length > 0 && <Errors dataset={dataset} />}
      {from !== null && <CodeBlock text={JSON.stringify(from, null, 2)} label="source" />}
      {dataset.status === 'ready' && <CodeBlock text={curlOf(project, dataset.key)} label="download with curl" />}
    </>
  );
}

function Errors({ dataset }: { readonly dataset: Dataset }) {
  return (
    <Table
      label="Errors"
      rows={dataset.errors}
      keyOf={({ line }) => String(line)}
      columns={[
        { id: 'line', header: 'Line', isNumber: true, cell: ({ line }) => formatNumber(line) },
        { id: 'message', header: 'Error', cell: ({ message }) => message },
      ]}
    />
  );
}

function curlOf(project: string, key: string): string {
  return [
    `curl --location "${window.location.origin}${datasetUrl(project, key, 'original')}" \\`,
    '  -H "Authorization: Bearer $EARSHOT_API_KEY" \\',
    `  --output ${key}.jsonl`,
  ].join('\n');
}
