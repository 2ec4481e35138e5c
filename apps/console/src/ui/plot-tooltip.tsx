import type { ReactNode } from 'react';
import styles from './plot.module.css';

/** A line of a {@link PlotTooltip}. */
export interface TooltipEntry {
  readonly label: string;
  readonly color: string;
  readonly value: ReactNode;
}

/** The values under the pointer, beside it. @param left place of the pointer in CSS pixels */
export function PlotTooltip({
  title,
  entries,
  left,
  width,
}: {
  readonly title: string;
  readonly entries: readonly TooltipEntry[];
  readonly left: number;
  readonly width: number;
}) {
  const isRight = left > width / 2;
  return (
    <div className={styles.tooltip} style={isRight ? { right: `${width - left}px` } : { left: `${left}px` }}>
      <p>{title}</p>
      <dl>
        {entries.map(({ label, color, value }) => (
          <div key={label}>
            <dt>
              <span className={styles.key} style={{ background: color }} />
              {label}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
