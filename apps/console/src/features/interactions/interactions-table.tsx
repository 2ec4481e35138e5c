import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { layoutOf, type TableLayout } from './layout.js';
import { EntryRow, rowId, useTableRows } from './table-rows.js';
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
  /** Selects a row and opens its entry. It keeps its identity, so that rows are not drawn again. */
  readonly onPick: (index: number) => void;
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
    // Also when rows become higher, as beside a panel that opens.
    if (selected >= 0) virtual.scrollToIndex(selected);
  }, [virtual, selected, layout.rowHeightPx]);
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
      <Body
        list={list}
        selected={selected}
        onPick={props.onPick}
        items={items}
        layout={layout}
        height={virtual.getTotalSize()}
      />
    </div>
  );
}

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

interface BodyProps extends Pick<InteractionsTableProps, 'list' | 'selected' | 'onPick'> {
  readonly items: readonly VirtualItem[];
  readonly layout: TableLayout;
  readonly height: number;
}

function Body({ list, items, layout, height, selected, onPick }: BodyProps) {
  const entries = items.map(({ index }) => list.rows.rowAt(index));
  const { head, rowOf } = useTableRows(entries, layout);
  return (
    <>
      {head}
      <div role="rowgroup" className={styles.body} style={{ height }}>
        {items.map(({ index, start }, position) => (
          <EntryRow
            key={index}
            index={index}
            startPx={start}
            layout={layout}
            isSelected={index === selected}
            row={rowOf(entries[position]?.id)}
            onPick={onPick}
          />
        ))}
      </div>
    </>
  );
}
