/** A column of the table of interactions. */
export type ColumnId =
  'time' | 'model' | 'prompt' | 'completion' | 'tokens' | 'firstToken' | 'duration' | 'finish' | 'labels' | 'entry';

interface ColumnSize {
  readonly id: ColumnId;
  /** Width in the syntax of `grid-template-columns`. */
  readonly track: string;
  /** Width of the table, in pixels, from which the column is shown. */
  readonly from: number;
}

/** From this width of the window an entry opens beside the table, below it as a page. */
export const besideFrom = '(width >= 80rem)';

/** Width from which the table has columns. Below, an entry has two lines. */
const columnsFromPx = 640;

const sizes: readonly ColumnSize[] = [
  { id: 'time', track: '7.5rem', from: columnsFromPx },
  { id: 'model', track: '7rem', from: 720 },
  { id: 'prompt', track: 'minmax(0, 1fr)', from: columnsFromPx },
  { id: 'completion', track: 'minmax(0, 1.2fr)', from: columnsFromPx },
  { id: 'tokens', track: '4rem', from: 900 },
  { id: 'firstToken', track: '5.5rem', from: 1_080 },
  { id: 'duration', track: '5rem', from: 820 },
  { id: 'finish', track: '6rem', from: 760 },
  { id: 'labels', track: '10rem', from: 1_160 },
];

/** Columns of numbers, aligned at their last digit. */
export const numberColumns: ReadonlySet<string> = new Set<ColumnId>(['tokens', 'firstToken', 'duration']);

/** How the table is laid out at a width. */
export interface TableLayout {
  readonly columns: readonly ColumnId[];
  readonly template: string;
  readonly rowHeightPx: number;
  readonly hasHeader: boolean;
}

/** Returns the layout of a table that is `width` pixels wide. */
export function layoutOf(width: number): TableLayout {
  const isWide = width >= columnsFromPx;
  const shown = isWide ? sizes.filter(({ from }) => width >= from) : [];
  const rowHeightPx = isWide ? 36 : 60;
  return {
    columns: isWide ? shown.map(({ id }) => id) : ['entry'],
    template: isWide ? shown.map(({ track }) => track).join(' ') : 'minmax(0, 1fr)',
    rowHeightPx,
    hasHeader: isWide,
  };
}

/** Returns which columns are visible, as TanStack Table takes it. */
export function visibilityOf(layout: TableLayout): Record<string, boolean> {
  const ids = [...sizes.map(({ id }) => id), 'entry' as const];
  return Object.fromEntries(ids.map((id) => [id, layout.columns.includes(id)]));
}
