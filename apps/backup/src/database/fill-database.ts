import type { Client } from 'pg';
import type { BackupFolder } from '../folder/backup-folder.js';
import type { Manifest } from '../folder/manifest.js';
import { fillTable } from './copy-tables.js';
import { migrationsOf, partitionsOf, quoted, schemasOf, tablesOf } from './tables.js';

/** The target of a restore is not suitable; the message says what to do. */
export class TargetError extends Error {}

/** @throws TargetError unless the tables are those of the backup, and empty. */
export async function requireEmptyTables(client: Client, { migrations }: Manifest): Promise<void> {
  const schemas = await schemasOf(client);
  for (const schema of new Set([...schemas, ...Object.keys(migrations)])) {
    const existing = schemas.includes(schema) ? await migrationsOf(client, schema) : [];
    if (JSON.stringify(existing) !== JSON.stringify(migrations[schema] ?? []))
      throw new TargetError(
        `The tables of '${schema}' differ from the backup's version: restore with that version, then upgrade.`,
      );
  }
  for (const { schema, name } of await tablesOf(client, schemas)) {
    const { rowCount } = await client.query(`select from ${quoted(schema, name)} limit 1`);
    if (rowCount !== 0) throw new TargetError(`${schema}.${name} has rows. Restore into an empty installation.`);
  }
}

/** Fills all tables, or none. */
export async function fillDatabase(client: Client, manifest: Manifest, folder: BackupFolder): Promise<void> {
  await client.query('begin');
  // The rows were consistent, so foreign keys need no check in this order of tables.
  await client.query('set local session_replication_role = replica');
  await createPartitions(client, manifest);
  for (const table of manifest.tables) await fillTable(client, table, folder);
  for (const { schema, name, last_value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(schema, name), last_value]);
  await client.query('commit');
  await client.query('analyze');
}

async function createPartitions(client: Client, { partitions }: Manifest): Promise<void> {
  const existing = await partitionsOf(client, await schemasOf(client));
  const existingNames = new Set(existing.map(({ schema, name }) => quoted(schema, name)));
  for (const { schema, name, parent, bounds } of partitions) {
    if (existingNames.has(quoted(schema, name))) continue;
    await client.query(`create table ${quoted(schema, name)} partition of ${quoted(schema, parent)} ${bounds}`);
    const { rows } = await client.query<{ owner: string }>(
      'select tableowner as owner from pg_tables where schemaname = $1 and tablename = $2',
      [schema, parent],
    );
    await client.query(`alter table ${quoted(schema, name)} owner to ${quoted(rows[0]?.owner ?? schema)}`);
  }
}
