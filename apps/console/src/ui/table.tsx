import type { ReactNode } from 'react';
import styles from './table.module.css';

/** A column of a {@link Table}. */
export interface Column<Row> {
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
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ id, header, isNumber }) => (
              <th key={id} scope="col" className={isNumber === true ? styles.number : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ id, cell, isNumber }) => (
                <td key={id} className={isNumber === true ? styles.number : undefined}>
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
