import type { CSSProperties } from 'react';
import { cellsOf } from './cells.js';
import type { UploadProgress } from './upload-task.js';
import styles from './upload.module.css';

const percent = 100;

/** The parts of an upload as a row of small cells. */
export function ProgressCells({ progress }: { readonly progress: UploadProgress }) {
  const { parts, sentBytes, totalBytes } = progress;
  return (
    <div
      className={styles.cells}
      role="progressbar"
      aria-label="Upload"
      aria-valuenow={Math.floor((sentBytes / totalBytes) * percent)}
      aria-valuemin={0}
      aria-valuemax={percent}
    >
      {cellsOf(parts).map((share, index) => (
        <span key={index} className={styles.cell} style={{ '--share': share } as CSSProperties} />
      ))}
    </div>
  );
}
