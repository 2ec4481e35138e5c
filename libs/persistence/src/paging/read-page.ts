import type { SelectQueryBuilder } from 'typeorm';
import { decodeCursor, encodeCursor, type RowPosition } from './cursor.js';

/** The part of a list that a caller asks for. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
  /** Default: `asc`, the oldest row first. */
  readonly order?: 'asc' | 'desc' | undefined;
}

/** One part of a list of rows. */
export interface RowPage<Row> {
  readonly rows: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Reads one page of a query in the order of time. Rows that come or go between two pages neither repeat nor hide
 * others. The table needs `created_at timestamptz(3)`, because cursors carry milliseconds, and an index that ends in
 * `(created_at, id)`.
 *
 * @param query without order and limit.
 * @throws AppError `cursor_invalid`
 */
export async function readPage<Row extends RowPosition>(
  query: SelectQueryBuilder<Row>,
  { limit, cursor, order = 'asc' }: PageRequest,
): Promise<RowPage<Row>> {
  const createdAt = `${query.alias}.created_at`;
  if (cursor !== null) {
    const { created_at: pageAt, id: pageId } = decodeCursor(cursor);
    query.andWhere(`(${createdAt}, ${query.alias}.id) ${order === 'asc' ? '>' : '<'} (:pageAt, :pageId)`, {
      pageAt,
      pageId,
    });
  }
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  // One more than requested shows whether there is a next page.
  const found = await query
    .orderBy(createdAt, direction)
    .addOrderBy(`${query.alias}.id`, direction)
    .limit(limit + 1)
    .getMany();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last !== undefined ? encodeCursor(last) : null };
}
