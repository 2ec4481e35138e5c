import type { EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { write } from '../data-source/statements.js';
import type { Transaction } from '../data-source/transaction.js';

/** The columns that a statement takes: their PostgreSQL types by their names. */
export type Columns = Readonly<Record<string, string>>;

/** One value for each column. JSON columns take JSON text. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: unknown };

/**
 * Inserts rows in one statement, in their order, without waiting for its result (see {@link write}).
 *
 * @param onConflict for example `on conflict (id) do nothing`.
 */
export async function insertRows<C extends Columns>(
  tx: Transaction,
  table: string,
  columns: C,
  rows: readonly RowOf<C>[],
  onConflict = '',
): Promise<void> {
  if (rows.length > 0) await write(tx, insertionOf(table, columns, onConflict), columnLists(columns, rows));
}

/** Metadata of an entity does not change after the data source is initialized. */
const columnsByEntity = new WeakMap<EntityMetadata, Columns>();

/** Returns the columns of an entity with their types, for {@link insertRows}. */
export function columnsOf(tx: Transaction, entity: EntityTarget<ObjectLiteral>): Columns {
  const { driver } = tx.connection;
  const metadata = tx.connection.getMetadata(entity);
  const known = columnsByEntity.get(metadata);
  if (known !== undefined) return known;
  const types = metadata.columns.map((column): [string, string] => [column.databaseName, driver.normalizeType(column)]);
  const columns: Columns = Object.fromEntries(types);
  columnsByEntity.set(metadata, columns);
  return columns;
}

/**
 * The statement of {@link insertRows}, for repositories that read what it returns. Its parameters: {@link columnLists}.
 */
export function insertionOf(table: string, columns: Columns, suffix = ''): string {
  const names = Object.keys(columns).join(', ');
  return `insert into ${table} (${names}) select ${names} from ${rowsOf(columns)} ${suffix}`;
}

/**
 * SQL for rows that are given as parameters, to select from or to join: `unnest(...) as given (...)`.
 *
 * @param alias name of the rows.
 * @param first number of the first parameter; the rows take one for each column.
 */
export function rowsOf(columns: Columns, alias = 'given', first = 1): string {
  const lists = Object.values(columns).map((type, index) => `$${first + index}::${type}[]`);
  return `unnest(${lists.join(', ')}) as ${alias} (${Object.keys(columns).join(', ')})`;
}

/** The parameters of {@link rowsOf}: one list for each column. */
export function columnLists<C extends Columns>(columns: C, rows: readonly RowOf<C>[]): unknown[][] {
  return Object.keys(columns).map((name) => rows.map((row) => row[name]));
}
