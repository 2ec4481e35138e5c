import { Download, Info, Trash2 } from 'lucide-react';
import { formatBytes, formatNumber } from '../../ui/format.js';
import type { MenuAction } from '../../ui/menu.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { NameCell } from '../resource/name-cell.js';
import resource from '../resource/resource.module.css';
import { RowActions } from '../resource/row-actions.js';
import { DatasetStatus } from './dataset-status.js';
import { datasetUrl, startDownload } from './download.js';
import type { Dataset } from './queries.js';

/** Props of {@link DatasetsTable}. */
export interface DatasetsTableProps {
  readonly project: string;
  readonly datasets: readonly Dataset[];
  readonly onOpen: (dataset: Dataset) => void;
  readonly onCancel: (dataset: Dataset) => void;
  readonly onDelete: (dataset: Dataset) => void;
}

/** The list of datasets. */
export function DatasetsTable(props: DatasetsTableProps) {
  const { datasets, onOpen } = props;
  const actionsOf = (dataset: Dataset) => (
    <RowActions name={dataset.name} main={mainAction(dataset, props)} others={menuOf(dataset, props)} />
  );
  return (
    <Table
      label="Datasets"
      rows={datasets}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: 'Dataset',
          cell: (dataset) => <NameCell name={dataset.name} detail={dataset.key} onPress={() => onOpen(dataset)} />,
        },
        { id: 'status', header: 'Status', cell: (dataset) => <DatasetStatus dataset={dataset} /> },
        { id: 'source', header: 'Source', cell: sourceOf },
        { id: 'rows', header: 'Rows', isNumber: true, cell: ({ rows }) => formatNumber(rows) },
        { id: 'size', header: 'Size', isNumber: true, cell: ({ size, bytes }) => formatBytes(size || bytes) },
        { id: 'created', header: 'Created', isNumber: true, cell: ({ created_at }) => <Time iso={created_at} /> },
        { id: 'actions', header: 'Actions', isNumber: true, cell: actionsOf },
      ]}
    />
  );
}

function mainAction(dataset: Dataset, { project, onCancel }: DatasetsTableProps) {
  if (dataset.status === 'processing') return { label: 'Cancel', onPress: () => onCancel(dataset) };
  if (dataset.status !== 'ready') return undefined;
  return { label: 'Download', onPress: () => startDownload(datasetUrl(project, dataset.id, 'original')) };
}

function menuOf(dataset: Dataset, { project, onOpen, onDelete }: DatasetsTableProps): MenuAction[] {
  const download = (format: 'recipe' | 'manifest', label: string): MenuAction => ({
    id: format,
    label,
    icon: <Download aria-hidden />,
    onAction: () => startDownload(datasetUrl(project, dataset.id, format)),
  });
  return [
    { id: 'details', label: 'Details', icon: <Info aria-hidden />, onAction: () => onOpen(dataset) },
    ...(dataset.recipe_size === null ? [] : [download('recipe', 'Download for recipes')]),
    ...(dataset.manifest_size === null ? [] : [download('manifest', 'Download the manifest')]),
    { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => onDelete(dataset) },
  ];
}

function sourceOf({ from }: Dataset) {
  return from === null ? (
    <span className={resource.muted}>Upload</span>
  ) : (
    <>
      Interactions, <code>{from.format}</code>
    </>
  );
}
