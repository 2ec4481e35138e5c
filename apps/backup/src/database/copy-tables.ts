import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { sendFile, writeHashed } from '../folder/hashed-file.js';
import type { BackupFolder } from '../folder/backup-folder.js';
import type { Manifest } from '../folder/manifest.js';
import { quoted, type Table } from './tables.js';

type SavedTable = Manifest['tables'][number];

/** Writes the rows of a table to a file in the format of `copy`. */
export async function saveTable(client: Client, table: Table, folder: BackupFolder): Promise<SavedTable> {
  const { schema, name, columns } = table;
  const file = `tables/${schema}.${name}.copy.gz`;
  // Partitioned tables need a query.
  const rows = client.query(to(`copy (select ${quotedList(columns)} from ${quoted(schema, name)}) to stdout`));
  const digest = await writeHashed(folder.pathOf(file), rows, createGzip({ level: 1 }));
  return { schema, name, columns: [...columns], rows: rows.rowCount, file, ...digest };
}

/** Fills a table. @throws Error if the number of rows differs from the backup. */
export async function fillTable(
  client: Client,
  { schema, name, columns, rows, file }: SavedTable,
  folder: BackupFolder,
) {
  const target = client.query(from(`copy ${quoted(schema, name)} (${quotedList(columns)}) from stdin`));
  await sendFile(folder.pathOf(file), [createGunzip()], target);
  if (target.rowCount !== rows) throw new Error(`${schema}.${name} has ${target.rowCount} rows instead of ${rows}.`);
}

function quotedList(columns: readonly string[]): string {
  return columns.map((column) => quoted(column)).join(', ');
}
