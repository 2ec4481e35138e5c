import { memo, useMemo, type ReactNode } from 'react';
import { useTable, type Row } from '@tanstack/react-table';
import { columns, features } from './columns.js';
import { numberColumns, visibilityOf, type TableLayout } from './layout.js';
import type { InteractionRow } from './row.js';
import styles from './table.module.css';

type TableRow = Row<typeof features, InteractionRow>;

/** What {@link useTableRows} returns. */
export interface TableRows {
  readonly head: ReactNode;
  /** The row of a completion; undefined while it is read. */
  readonly rowOf: (id: string | undefined) => TableRow | undefined;
}

/** The entries on screen as rows of the table. */
export function useTableRows(entries: readonly (InteractionRow | undefined)[], layout: TableLayout): TableRows {
  const data = entries.filter((entry) => entry !== undefined);
  const state = useMemo(() => ({ columnVisibility: visibilityOf(layout) }), [layout]);
  const table = useTable({ features, columns, data, getRowId: ({ id }) => id, state });
  const rows = new Map(table.getRowModel().rows.map((row) => [row.id, row]));
  const head = layout.hasHeader && (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.row} style={{ gridTemplateColumns: layout.template }}>
        {table.getVisibleLeafColumns().map(({ id, columnDef }) => (
          <div key={id} role="columnheader" className={cellClass(id)}>
            {String(columnDef.header)}
          </div>
        ))}
      </div>
    </div>
  );
  return { head, rowOf: (id) => (id === undefined ? undefined : rows.get(id)) };
}

/** Props of {@link EntryRow}. */
export interface EntryRowProps {
  readonly index: number;
  /** Pixels from the top of the table. */
  readonly startPx: number;
  readonly layout: TableLayout;
  readonly isSelected: boolean;
  readonly row: TableRow | undefined;
  readonly onPick: (index: number) => void;
}

/** Id of the element of a row. */
export const rowId = (index: number) => `interaction-${index}`;

/** A row, drawn again only for another entry, place or layout: a scroll draws the new rows and no others. */
export const EntryRow = memo(
  function EntryRow({ index, startPx, layout, isSelected, row, onPick }: EntryRowProps) {
    return (
      <div
        id={rowId(index)}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        className={[styles.row, styles.entryRow, isSelected && styles.selected].filter(Boolean).join(' ')}
        style={{
          transform: `translateY(${startPx}px)`,
          height: layout.rowHeightPx,
          gridTemplateColumns: layout.template,
        }}
        onClick={() => onPick(index)}
      >
        {row === undefined ? <Placeholder /> : <Cells row={row} template={layout.template} />}
      </div>
    );
  },
  (before, after) =>
    before.row?.original === after.row?.original &&
    before.index === after.index &&
    before.startPx === after.startPx &&
    before.layout === after.layout &&
    before.isSelected === after.isSelected &&
    before.onPick === after.onPick,
);

function Placeholder() {
  return (
    <div role="gridcell" className={styles.cell}>
      <span className={styles.placeholder}>Loading</span>
    </div>
  );
}

interface CellsProps {
  readonly row: TableRow;
  readonly template: string;
}

/** The cells of a row, which a selection does not draw again. */
const Cells = memo(
  function Cells({ row }: CellsProps) {
    return row.getVisibleCells().map((cell) => (
      <div key={cell.id} role="gridcell" className={cellClass(cell.column.id)}>
        {renderCell(cell)}
      </div>
    ));
  },
  (before, after) => before.row.original === after.row.original && before.template === after.template,
);

type Cell = ReturnType<TableRow['getVisibleCells']>[number];

function renderCell(cell: Cell): ReactNode {
  const render = cell.column.columnDef.cell as (context: ReturnType<Cell['getContext']>) => ReactNode;
  return render(cell.getContext());
}

function cellClass(id: string): string {
  return [styles.cell, numberColumns.has(id) && styles.number].filter(Boolean).join(' ');
}
