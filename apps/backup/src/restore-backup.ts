import { TopicLog } from '@earshot/messaging';
import { connect } from './database/cut.js';
import { fillDatabase, requireEmptyTables, TargetError } from './database/fill-database.js';
import { ledgerRecords } from './erasures/erasure-ledger.js';
import type { BackupFolder } from './folder/backup-folder.js';
import type { Manifest } from './folder/manifest.js';
import { appendRecords } from './log/copy-records.js';
import type { BackupSource } from './create-backup.js';
import { requireKeysOf } from './secret-keys.js';
import { Bucket } from './objects/bucket.js';
import { putObjects } from './objects/copy-objects.js';

/**
 * Restores a backup into an unused installation with running servers and migrated tables. Verifies every file before it
 * writes anything. The tables come last, in one transaction.
 *
 * @param ledger file of erasures, which services apply when they start. Without it, later erasures are undone.
 * @throws FolderError, TargetError: nothing was written.
 */
export async function restoreBackup(
  { config, topics, printLine }: BackupSource,
  folder: BackupFolder,
  ledger?: string,
): Promise<Manifest> {
  const manifest = await folder.manifest();
  requireKeysOf(manifest, config);
  const erasures = ledger === undefined ? [] : await ledgerRecords(ledger, manifest.taken_at);
  await folder.verify(manifest);
  printLine(`verified: taken at ${manifest.taken_at}`);
  const log = new TopicLog(config);
  const client = await connect(config.databaseUrl);
  const bucket = new Bucket(config);
  try {
    await requireEmptyTables(client, manifest);
    await requireEmptyTopics(log, topics);
    for await (const key of bucket.keys())
      throw new TargetError(`The bucket has objects, for example ${key}. Use an empty bucket.`);
    await putObjects(bucket, manifest, folder);
    printLine(`${manifest.objects.length} objects`);
    for (const saved of manifest.records) await appendRecords(log, saved, folder);
    printLine(`${manifest.records.length} topics`);
    // Before the tables, so that an interrupted restore cannot end without the erasures.
    if (erasures.length > 0) await log.append(erasures);
    if (ledger !== undefined)
      printLine(`${erasures.length} erasures since then, to be applied when the services start`);
    await fillDatabase(client, manifest, folder);
    printLine(`${manifest.tables.length} tables`);
    return manifest;
  } finally {
    await client.end();
    await log.close();
  }
}

async function requireEmptyTopics(log: TopicLog, topics: BackupSource['topics']): Promise<void> {
  for (const topic of topics) {
    if (await log.hasActiveConsumers(topic)) throw new TargetError('Services are running. Stop them first.');
    const bounds = await log.bounds(topic);
    if (bounds.some(({ first, end }) => end > first))
      throw new TargetError(`The topic ${topic.name} has records. Use an empty Kafka cluster.`);
  }
}
