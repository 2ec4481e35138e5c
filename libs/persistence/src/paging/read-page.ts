import type { SelectQueryBuilder } from 'typeorm';
import { decodeCursor, encodeCursor, type Place } from './cursor.js';

/** Which part of a list is asked for. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
}

/** One part of a list of rows. */
export interface RowPage<Row> {
  readonly rows: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * The rows of a query from the oldest to the newest, page by page. Rows that come or go between two pages neither
 * repeat nor hide others. The table needs `created_at timestamptz(3)` (cursors carry milliseconds), mapped to
 * `createdAt`, and an index that ends in `(created_at, id)`.
 *
 * @param query without order and limit.
 * @throws AppError `cursor_invalid`
 */
export async function readPage<Row extends Place>(
  query: SelectQueryBuilder<Row>,
  { limit, cursor }: PageRequest,
): Promise<RowPage<Row>> {
  const { alias } = query;
  if (cursor !== null) {
    const { createdAt, id } = decodeCursor(cursor);
    query.andWhere(`(${alias}.createdAt, ${alias}.id) > (:pageAt, :pageId)`, { pageAt: createdAt, pageId: id });
  }
  // One more than asked for tells whether there is a next page.
  const found = await query
    .orderBy(`${alias}.createdAt`)
    .addOrderBy(`${alias}.id`)
    .limit(limit + 1)
    .getMany();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last !== undefined ? encodeCursor(last) : null };
}
