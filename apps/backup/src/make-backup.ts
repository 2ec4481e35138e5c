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

/** Where a backup comes from, and what is told of it. */
export interface BackupSource {
  readonly config: BackupConfig;
  /** The topics that hold what was acknowledged, and may not be in the tables yet. */
  readonly topics: readonly Pick<Topic, 'name'>[];
  /** Takes lines for people. */
  readonly tell: (line: string) => void;
}

type Ranges = ReadonlyMap<string, readonly Range[]>;

/**
 * Backs up an installation that goes on meanwhile: all that was acknowledged before this call is in it. First the tables and, as of the same
 * moment, what of the topics is not in them; then the objects, of which there is nothing to be seen before their rows.
 */
export async function makeBackup({ config, topics, tell }: BackupSource, folder: BackupFolder): Promise<Manifest> {
  const log = new TopicLog(config);
  try {
    // What is handled by now is in the tables a moment later.
    const services = await servicesWithTables(config.databaseUrl);
    const handled = await byTopic(topics, (topic) => log.committedOffsets(topic, services));
    const cut = await takeCut(config.databaseUrl, services, () => unhandled(log, topics, handled));
    const takenAt = new Date().toISOString();
    const saved = await saveTables(cut.client, services, folder).finally(() => cut.client.end());
    tell(`${saved.tables.length} tables, ${sum(saved.tables.map(({ rows }) => rows))} rows`);
    const records: Manifest['records'] = [];
    for (const [topic, ranges] of cut.found) {
      const one = await saveRecords(log, topic, ranges, folder);
      if (one !== null) records.push(one);
    }
    tell(
      `${sum(records.map(({ count }) => count))} records of ${records.length} topics that are not in the tables yet`,
    );
    const objects = await saveObjects(new Bucket(config), folder);
    tell(`${objects.length} objects, ${sum(objects.map(({ bytes }) => bytes))} bytes`);
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
