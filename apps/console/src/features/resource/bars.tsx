import type { ReactNode } from 'react';
import styles from './bars.module.css';

/** One bar of {@link Bars}. */
export interface BarEntry {
  readonly id: string;
  readonly label: ReactNode;
  /** Length of the bar, 0 to 1. */
  readonly share: number;
  readonly value: ReactNode;
  readonly tone?: 'neutral' | 'bad';
}

const percent = 100;

/** Quiet horizontal bars with a label before, and a figure after each. */
export function Bars({ label, entries }: { readonly label: string; readonly entries: readonly BarEntry[] }) {
  return (
    <ul className={styles.bars} aria-label={label}>
      {entries.map(({ id, label: name, share, value, tone }) => (
        <li key={id} className={styles.row}>
          <span className={styles.label}>{name}</span>
          <span className={styles.track} aria-hidden>
            <span
              className={[styles.fill, tone === 'bad' && styles.bad].filter(Boolean).join(' ')}
              style={{ width: `${Math.min(1, Math.max(0, share)) * percent}%` }}
            />
          </span>
          <span className={styles.value}>{value}</span>
        </li>
      ))}
    </ul>
  );
}
