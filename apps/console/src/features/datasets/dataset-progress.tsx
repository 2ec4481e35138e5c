import styles from './datasets.module.css';
import { progressText } from './progress-text.js';
import type { Dataset } from './queries.js';

/** How far a dataset is: a bar, which moves where the end is unknown, and the rows. */
export function DatasetProgress({ dataset }: { readonly dataset: Dataset }) {
  const { name, percent, from, rows_expected } = dataset;
  const isKnown = from === null || rows_expected !== null;
  return (
    <>
      <div
        className={[styles.progress, !isKnown && styles.unknown].filter(Boolean).join(' ')}
        role="progressbar"
        aria-label={`Progress of ${name}`}
        aria-valuetext={progressText(dataset)}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(isKnown && { 'aria-valuenow': percent })}
      >
        <span style={isKnown ? { width: `${percent}%` } : undefined} />
      </div>
      <p className={styles.rows}>{progressText(dataset)}</p>
    </>
  );
}
