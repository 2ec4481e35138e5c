import type { ClientBase } from 'pg';

/** A table, with the rows of its partitions. */
export interface Table {
  readonly schema: string;
  readonly name: string;
  /** In order, without generated ones. */
  readonly columns: readonly string[];
}

/** A partition of a table of the same schema. */
export interface Partition {
  readonly schema: string;
  readonly name: string;
  readonly parent: string;
  /** As in `create table ... partition of`. */
  readonly bounds: string;
}

/** A sequence with its last value. */
export interface Sequence {
  readonly schema: string;
  readonly name: string;
  readonly last_value: string;
}

/** Tables that a backup leaves out: migrations, and offsets, which mean nothing to another broker. */
const own = ['migrations', 'event_positions'];

/** The schemas of the services, which have migrations. */
export async function schemasOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    `select schemaname as schema from pg_tables where tablename = 'migrations' order by 1`,
  );
  return rows.map(({ schema }) => schema);
}

/** The migrations of a schema, in order. */
export async function migrationsOf(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${quoted(schema)}.migrations order by id`);
  return rows.map(({ name }) => name);
}

/** All tables of a backup. */
export async function tablesOf(client: ClientBase, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array(
       select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1) and c.relname <> all($2)
     order by 1, 2`,
    [schemas, own],
  );
  return rows;
}

/** All partitions. */
export async function partitionsOf(client: ClientBase, schemas: readonly string[]): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind in ('r', 'p') and n.nspname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** All sequences that were used. */
export async function sequencesOf(client: ClientBase, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text from pg_sequences
     where schemaname = any($1) and last_value is not null and sequencename not like 'migrations_%' order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Quotes a name for SQL. */
export function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}
