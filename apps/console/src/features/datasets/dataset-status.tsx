import { Badge } from '../../ui/badge.js';
import { DatasetProgress } from './dataset-progress.js';
import styles from './datasets.module.css';
import type { Dataset } from './queries.js';

/** The status of a dataset, with its progress or its first error. */
export function DatasetStatus({ dataset }: { readonly dataset: Dataset }) {
  const { status, errors, from } = dataset;
  if (status === 'ready') return <Badge tone="good">Ready</Badge>;
  if (status === 'failed')
    return (
      <>
        <Badge tone="bad">Failed</Badge>
        {errors[0] !== undefined && (
          <p className={styles.failure}>
            {from === null && `Line ${errors[0].line}: `}
            {errors[0].message}
          </p>
        )}
      </>
    );
  if (status === 'cancelled') return <Badge>Cancelled</Badge>;
  return (
    <>
      <Badge tone="accent">{from === null ? 'Converting' : 'Building'}</Badge>
      <DatasetProgress dataset={dataset} />
    </>
  );
}
