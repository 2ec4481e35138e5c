import type { RowPosition, Transaction } from '@earshot/persistence';
import { bounded, tooBroad, type BoundedQuery } from './bounded.js';
import { listTimeoutMs, pageQuery, type Listed } from './page-query.js';
import { dayMs, partsOfWindow, searchWindows, type SearchWindow } from './search-windows.js';
import { windowQuery } from './window-query.js';

/** Interactions of the list whose texts are compared before the index of words is used; some milliseconds. */
const comparedRows = 500;

/** Matches in a window of several days from which it is searched in parts; some milliseconds. */
const manyMatches = 1_000;

/** Position and size of an interaction in a list. */
export interface ListedPosition extends RowPosition {
  readonly bytes: number;
}

/** A row of a query for positions. */
export interface PositionRow {
  readonly completion_id: string;
  readonly created_at: Date;
  readonly bytes: number;
}

/** A list with a search. */
export type ListedSearch = Listed & { readonly filter: { readonly text: string } };

/** Whether a list has a search. */
export function isSearch(listed: Listed): listed is ListedSearch {
  return typeof listed.filter.text === 'string';
}

/** The position of a row. */
export function positionOf({ completion_id, created_at, bytes }: PositionRow): ListedPosition {
  return { id: completion_id, created_at: created_at.toISOString(), bytes };
}

/**
 * The first positions of a list with a search. Frequent words are found among the next interactions of the list. Others
 * are found by the index of words, in windows of time that grow: their number of matches stays small.
 *
 * @throws AppError `query_too_broad`
 */
export function searchedPositions(tx: Transaction, listed: ListedSearch, limit: number): Promise<ListedPosition[]> {
  const bounds = { kind: 'search', timeoutMs: listTimeoutMs(listed) } as const;
  return bounded(tx, bounds, async (inner) => {
    const { found, next, perDay } = await compared(inner, listed, limit);
    const deadline = Date.now() + bounds.timeoutMs;
    if (found.length >= limit || next === null) return found.slice(0, limit);
    const range = { latest: new Date(next.created_at), earliest: await earliestOf(inner, listed), perDay };
    const query = { listed: { ...listed, after: next }, limit, deadline, bounds };
    for (const window of searchWindows(listed.projectId, range)) {
      await addFrom(inner, window, found, query);
      if (found.length >= limit) break;
    }
    return found;
  });
}

/** Adds the matches in a window. Parts of a window with many matches are searched one after the other. */
async function addFrom(
  tx: Transaction,
  window: SearchWindow,
  found: ListedPosition[],
  query: { listed: ListedSearch; limit: number; deadline: number; bounds: BoundedQuery },
): Promise<void> {
  if (Date.now() > query.deadline) throw tooBroad(query.bounds);
  const { listed, limit } = query;
  const parts = partsOfWindow(listed.projectId, window);
  const most = parts.length === 0 ? null : Math.max(manyMatches, limit);
  const { text, values } = windowQuery(listed, window, { limit: limit - found.length, most });
  const rows: (PositionRow & { matches: string })[] = await tx.query(text, [...values]);
  if (most === null || Number(rows[0]?.matches ?? 0) < most) {
    found.push(...rows.map(positionOf));
    return;
  }
  for (const part of parts) {
    await addFrom(tx, part, found, query);
    if (found.length >= limit) return;
  }
}

/**
 * Compares the next interactions of the list.
 *
 * @returns matches, the last position (null at the end of the list), and how many interactions of the list a day has.
 */
async function compared(tx: Transaction, { filter, ...listed }: ListedSearch, limit: number) {
  const count = Math.max(comparedRows, limit);
  const { text, values } = pageQuery({ ...listed, filter: { ...filter, text: null } }, count, filter.text);
  const rows: (PositionRow & { matches: boolean; position: string })[] = await tx.query(
    `select * from (select *, row_number() over (order by created_at desc, completion_id desc) as position
       from (${text}) as next) as numbered where matches or position in (1, ${count}) order by position`,
    [...values],
  );
  const last = rows.find(({ position }) => Number(position) === count);
  const ms = Number(rows[0]?.created_at ?? 0) - Number(last?.created_at ?? 0);
  return {
    found: rows.filter(({ matches }) => matches).map(positionOf),
    next: last === undefined ? null : positionOf(last),
    perDay: (count * dayMs) / Math.max(ms, 1),
  };
}

/** The time from which the project has interactions, or that of the filter. */
async function earliestOf(tx: Transaction, { projectId, filter }: ListedSearch): Promise<Date> {
  const [row]: { earliest: Date | null }[] = await tx.query(
    'select min(created_at) as earliest from interactions where project_id = $1',
    [projectId],
  );
  const times = [row?.earliest ?? new Date(), new Date(filter.created_after ?? 0)];
  return new Date(Math.max(...times.map(Number)));
}
