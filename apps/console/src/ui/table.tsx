import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './table.module.css';

/** A column of a {@link Table}. */
export interface Column<Row> {
  /** The column `actions` stays at the right edge where the table is wider than its frame. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at their last digit. */
  readonly isNumber?: boolean;
}

/** Props of {@link Table}. */
export interface TableProps<Row> {
  /** Name for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

/** A table of some dozens of rows. The table of interactions is virtualised instead. */
export function Table<Row>({ label, rows, keyOf, columns }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [{ before, after }, setHidden] = useState<Hidden>({ before: false, after: false });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHidden((old) => hiddenOf(element, old)));
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  const scroll = [styles.scroll, before && styles.before, after && styles.after].filter(Boolean).join(' ');
  return (
    <div
      ref={frame}
      className={scroll}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget }) => setHidden((old) => hiddenOf(currentTarget, old))}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ id, header, isNumber }) => (
              <th key={id} scope="col" className={cellClass(id, isNumber)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ id, cell, isNumber }) => (
                <td key={id} className={cellClass(id, isNumber)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass(id: string, isNumber = false): string | undefined {
  return [isNumber && styles.number, id === 'actions' && styles.actions].filter(Boolean).join(' ') || undefined;
}

/** Pixels that browsers round by. */
const slackPx = 1;

interface Hidden {
  readonly before: boolean;
  readonly after: boolean;
}

/** Whether columns are hidden before and after the visible part of a table; `old` if nothing changed. */
function hiddenOf({ scrollLeft, scrollWidth, clientWidth }: Element, old: Hidden): Hidden {
  const before = scrollLeft > slackPx;
  const after = scrollWidth - clientWidth - scrollLeft > slackPx;
  return old.before === before && old.after === after ? old : { before, after };
}
