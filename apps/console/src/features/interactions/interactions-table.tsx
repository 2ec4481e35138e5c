import { memo, useEffect, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';
import { useTable, type Row } from '@tanstack/react-table';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { columns, features } from './columns.js';
import { layoutOf, numberColumns, visibilityOf, type TableLayout } from './layout.js';
import type { InteractionRow } from './row.js';
import { useRows, type InteractionList } from './use-interactions.js';
import styles from './table.module.css';

/** Rows drawn above and below those on screen. */
const overscan = 10;

/** Props of {@link InteractionsTable}. */
export interface InteractionsTableProps {
  readonly list: InteractionList;
  /** Whether the next list is being read. */
  readonly isBusy: boolean;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (id: string) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly onFocusChange: (isFocused: boolean) => void;
}

/** A table of any length: only the rows on screen exist, and only pages near them are in memory. */
export function InteractionsTable(props: InteractionsTableProps) {
  const { list, gridRef, selected } = props;
  const rows = useRows(list);
  const layout = useLayout(gridRef);
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => gridRef.current,
    estimateSize: () => layout.rowHeightPx,
    overscan,
    initialOffset: list.offset,
    scrollPaddingStart: layout.hasHeader ? layout.rowHeightPx : 0,
    onChange: ({ scrollOffset }) => {
      list.offset = scrollOffset ?? 0;
    },
  });
  useEffect(() => virtual.measure(), [virtual, layout.rowHeightPx]);
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected);
  }, [virtual, selected]);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => rows.show(first, last), [rows, first, last]);
  useEffect(() => () => rows.close(), [rows]);
  return (
    <div
      ref={gridRef}
      className={[styles.grid, props.isBusy && styles.busy].filter(Boolean).join(' ')}
      role="grid"
      aria-label="Interactions"
      aria-rowcount={rows.isComplete && !rows.isCut ? rows.total + 1 : -1}
      aria-busy={props.isBusy}
      aria-activedescendant={selected >= first && selected <= last ? rowId(selected) : undefined}
      tabIndex={0}
      onFocus={() => props.onFocusChange(true)}
      onBlur={() => props.onFocusChange(false)}
    >
      <Body {...props} items={items} layout={layout} height={virtual.getTotalSize()} />
    </div>
  );
}

const rowId = (index: number) => `interaction-${index}`;

/** The layout for the width of the table. */
function useLayout(ref: RefObject<HTMLDivElement | null>): TableLayout {
  const [layout, setLayout] = useState(() => layoutOf(window.innerWidth));
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const next = layoutOf(element.clientWidth);
      setLayout((current) => (current.template === next.template ? current : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return layout;
}

interface BodyProps extends InteractionsTableProps {
  readonly items: readonly VirtualItem[];
  readonly layout: TableLayout;
  readonly height: number;
}

function Body({ list, items, layout, height, selected, onSelect, onOpen }: BodyProps) {
  const shown = items.map(({ index }) => list.rows.rowAt(index));
  const table = useTable({
    features,
    columns,
    data: shown.filter((row) => row !== undefined),
    getRowId: ({ id }) => id,
    state: { columnVisibility: visibilityOf(layout) },
  });
  const rows = new Map(table.getRowModel().rows.map((row) => [row.id, row]));
  return (
    <>
      {layout.hasHeader && (
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.row} style={{ gridTemplateColumns: layout.template }}>
            {table.getVisibleLeafColumns().map(({ id, columnDef }) => (
              <div key={id} role="columnheader" className={cellClass(id)}>
                {String(columnDef.header)}
              </div>
            ))}
          </div>
        </div>
      )}
      <div role="rowgroup" className={styles.body} style={{ height }}>
        {items.map(({ index, start, size }, position) => (
          <div
            key={index}
            id={rowId(index)}
            role="row"
            aria-rowindex={index + 2}
            aria-selected={index === selected}
            className={[styles.row, styles.entryRow, index === selected && styles.selected].filter(Boolean).join(' ')}
            style={{ transform: `translateY(${start}px)`, height: size, gridTemplateColumns: layout.template }}
            onClick={() => {
              onSelect(index);
              const id = shown[position]?.id;
              if (id !== undefined) onOpen(id);
            }}
          >
            <Cells row={rows.get(shown[position]?.id ?? '')} template={layout.template} />
          </div>
        ))}
      </div>
    </>
  );
}

interface CellsProps {
  readonly row: Row<typeof features, InteractionRow> | undefined;
  readonly template: string;
}

/** The cells of a row, drawn again only for another entry or layout. */
const Cells = memo(
  function Cells({ row }: CellsProps) {
    if (row === undefined)
      return (
        <div role="gridcell" className={styles.cell}>
          <span className={styles.placeholder}>Loading</span>
        </div>
      );
    return row.getVisibleCells().map((cell) => (
      <div key={cell.id} role="gridcell" className={cellClass(cell.column.id)}>
        {renderCell(cell)}
      </div>
    ));
  },
  (before, after) => before.row?.original === after.row?.original && before.template === after.template,
);

type Cell = ReturnType<Row<typeof features, InteractionRow>['getVisibleCells']>[number];

function renderCell(cell: Cell): ReactNode {
  const render = cell.column.columnDef.cell as (context: ReturnType<Cell['getContext']>) => ReactNode;
  return render(cell.getContext());
}

function cellClass(id: string): string {
  return [styles.cell, numberColumns.has(id) && styles.number].filter(Boolean).join(' ');
}
