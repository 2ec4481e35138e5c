import type { Topic } from '@earshot/contracts-core';
import { TopicLog, type Range } from '@earshot/messaging';
import type { Client } from 'pg';
import type { BackupConfig } from './config.js';
import { saveTable } from './database/copy-tables.js';
import { servicesWithTables, takeCut } from './database/cut.js';
import { migrationsOf, partitionsOf, sequencesOf, tablesOf } from './database/tables.js';
import type { BackupFolder } from './folder/backup-folder.js';
import type { Manifest } from './folder/manifest.js';
import { fingerprints } from './secret-keys.js';
import { saveRecords } from './log/copy-records.js';
import { Bucket } from './objects/bucket.js';
import { saveObjects } from './objects/copy-objects.js';

/** Source of a backup, or target of a restore, with its output. */
export interface BackupSource {
  readonly config: BackupConfig;
  /** Topics whose acknowledged records may not be in the tables yet. */
  readonly topics: readonly Pick<Topic, 'name'>[];
  /** Receives progress lines. */
  readonly printLine: (line: string) => void;
}

type Ranges = ReadonlyMap<string, readonly Range[]>;

/**
 * Backs up a running installation, with everything that was acknowledged before this call. First the tables and, of the
 * same moment, the records that are not in them; then the objects, which exist before their rows.
 */
export async function createBackup(
  { config, topics, printLine }: BackupSource,
  folder: BackupFolder,
): Promise<Manifest> {
  const log = new TopicLog(config);
  try {
    // Committed offsets are read first: their records are in the tables of the later snapshot.
    const services = await servicesWithTables(config.databaseUrl);
    const handled = await byTopic(topics, (topic) => log.committedOffsets(topic, services));
    const cut = await takeCut(config.databaseUrl, services, () => unhandled(log, topics, handled));
    const takenAt = new Date().toISOString();
    const saved = await saveTables(cut.client, services, folder).finally(() => cut.client.end());
    printLine(`${saved.tables.length} tables, ${sum(saved.tables.map(({ rows }) => rows))} rows`);
    const records: Manifest['records'] = [];
    for (const [topic, ranges] of cut.found) {
      const one = await saveRecords(log, topic, ranges, folder);
      if (one !== null) records.push(one);
    }
    printLine(
      `${sum(records.map(({ count }) => count))} records of ${records.length} topics that are not in the tables yet`,
    );
    const objects = await saveObjects(new Bucket(config), folder);
    printLine(`${objects.length} objects, ${sum(objects.map(({ bytes }) => bytes))} bytes`);
    const manifest = { format: 1 as const, taken_at: takenAt, ...fingerprints(config) };
    const complete = { ...manifest, ...saved, records, objects };
    await folder.complete(complete);
    return complete;
  } finally {
    await log.close();
  }
}

async function unhandled(
  log: TopicLog,
  topics: readonly Pick<Topic, 'name'>[],
  handled: ReadonlyMap<string, readonly number[]>,
): Promise<Ranges> {
  return byTopic(topics, async (topic) => {
    const bounds = await log.bounds(topic);
    const from = handled.get(topic.name) ?? [];
    return bounds.map(({ first, end }, partition) => ({ first: Math.max(first, from[partition] ?? 0), end }));
  });
}

async function saveTables(client: Client, schemas: readonly string[], folder: BackupFolder) {
  const migrations: Record<string, string[]> = {};
  for (const schema of schemas) migrations[schema] = await migrationsOf(client, schema);
  const tables = [];
  for (const table of await tablesOf(client, schemas)) tables.push(await saveTable(client, table, folder));
  const partitions = await partitionsOf(client, schemas);
  return { migrations, tables, partitions, sequences: await sequencesOf(client, schemas) };
}

async function byTopic<T>(topics: readonly Pick<Topic, 'name'>[], look: (topic: Pick<Topic, 'name'>) => Promise<T>) {
  return new Map(await Promise.all(topics.map(async (topic) => [topic.name, await look(topic)] as const)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
