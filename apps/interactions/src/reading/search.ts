import type { RowPosition, Transaction } from '@earshot/persistence';
import { bounded, tooBroad, type BoundedQuery } from './bounded.js';
import { listTimeoutMs, pageQuery, type Listed } from './page-query.js';
import { dayMs, partsOfWindow, searchWindows, type SearchWindow } from './search-windows.js';
import { windowQuery } from './window-query.js';

/** Interactions of the list whose texts are compared before the index of words is used; some milliseconds. */
const comparedRows = 500;

/** Matches from which a window is searched in parts, and a day in the order of the list; some milliseconds. */
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
 * are found by the index of words, in windows of time that grow: their number of matches stays small. Interactions of a
 * day with many matches are compared.
 *
 * @throws AppError `query_too_broad`
 */
export function searchedPositions(tx: Transaction, listed: ListedSearch, limit: number): Promise<ListedPosition[]> {
  const bounds = { kind: 'search', timeoutMs: listTimeoutMs(listed) } as const;
  return bounded(tx, bounds, async (inner) => {
    const { found, next, perDay } = await compared(inner, listed, Math.max(comparedRows, limit));
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

interface WindowSearch {
  readonly listed: ListedSearch;
  readonly limit: number;
  readonly deadline: number;
  readonly bounds: BoundedQuery;
}

/** Adds the matches in a window. Parts of a window with many matches are searched one after the other. */
async function addFrom(
  tx: Transaction,
  window: SearchWindow,
  found: ListedPosition[],
  query: WindowSearch,
): Promise<void> {
  if (Date.now() > query.deadline) throw tooBroad(query.bounds);
  const { listed, limit } = query;
  const most = Math.max(manyMatches, limit);
  const { text, values } = windowQuery(listed, window, { limit: limit - found.length, most });
  const rows: (PositionRow & { matches: string })[] = await tx.query(text, [...values]);
  if (Number(rows[0]?.matches ?? 0) < most) {
    found.push(...rows.map(positionOf));
    return;
  }
  const parts = partsOfWindow(listed.projectId, window);
  if (parts.length === 0) return addCompared(tx, window, found, query);
  for (const part of parts) {
    await addFrom(tx, part, found, query);
    if (found.length >= limit) return;
  }
}

/** Adds the matches among the interactions of a day, more of them at a time until there are enough. */
async function addCompared(
  tx: Transaction,
  { from, to }: SearchWindow,
  found: ListedPosition[],
  { listed, limit, deadline, bounds }: WindowSearch,
): Promise<void> {
  const { created_after: after, created_before: before } = listed.filter;
  const created_after = new Date(Math.max(+from, +new Date(after ?? from))).toISOString();
  const created_before = new Date(Math.min(+to, +new Date(before ?? to))).toISOString();
  let rest: ListedSearch = { ...listed, filter: { ...listed.filter, created_after, created_before } };
  for (let count = comparedRows; ; count *= 2) {
    if (Date.now() > deadline) throw tooBroad(bounds);
    const { found: more, next } = await compared(tx, rest, count);
    found.push(...more.slice(0, limit - found.length));
    if (found.length >= limit || next === null) return;
    rest = { ...rest, after: next };
  }
}

/**
 * Compares the next interactions of the list.
 *
 * @returns matches, the last position (null at the end of the list), and how many interactions of the list a day has.
 */
async function compared(tx: Transaction, { filter, ...listed }: ListedSearch, count: number) {
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
