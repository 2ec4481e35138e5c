import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { IncomingRecord, Range, TopicLog } from '@earshot/messaging';
import type { BackupFolder } from '../folder/backup-folder.js';
import { writeHashed } from '../folder/hashed-file.js';
import type { Manifest } from '../folder/manifest.js';

type SavedTopic = Manifest['records'][number];

/** A record as a line of a file; bytes in Base64. */
interface Line {
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Limits of a batch, below the maximum request size of the broker with records of up to 1 MB. */
const batchRecords = 500;
const batchBytes = 4 * 1_048_576;

/** Writes ranges of a topic to a file; null if they are empty. */
export async function saveRecords(
  log: TopicLog,
  topic: string,
  ranges: readonly Range[],
  folder: BackupFolder,
): Promise<SavedTopic | null> {
  if (ranges.every(({ first, end }) => end <= first)) return null;
  const file = `records/${topic}.ndjson.gz`;
  const lines = new PassThrough();
  const written = writeHashed(folder.pathOf(file), lines, createGzip());
  let count = 0;
  const read = log.read({ name: topic }, ranges, async (records) => {
    count += records.length;
    if (!lines.write(records.map(toLine).join(''))) await new Promise((resolve) => lines.once('drain', resolve));
  });
  await Promise.all([read.then(() => lines.end()), written]);
  return { topic, count, file, ...(await written) };
}

/** Appends the records of a file to their topic, in order. */
export async function appendRecords(log: TopicLog, { topic, file }: SavedTopic, folder: BackupFolder): Promise<void> {
  let batch: { topic: string; key: string | null; value: Buffer | null; headers: Line['headers'] }[] = [];
  let bytes = 0;
  const send = async () => {
    if (batch.length > 0) await log.append(batch);
    batch = [];
    bytes = 0;
  };
  const unzipped = createGunzip();
  const sendAll = async () => {
    for await (const line of createInterface({ input: unzipped })) {
      const { key, value, headers } = JSON.parse(line) as Line;
      batch.push({ topic, key, value: value === null ? null : Buffer.from(value, 'base64'), headers });
      bytes += line.length;
      if (batch.length >= batchRecords || bytes >= batchBytes) await send();
    }
    await send();
  };
  await Promise.all([pipeline(createReadStream(folder.pathOf(file)), unzipped), sendAll()]);
}

function toLine({ key, value, headers }: IncomingRecord): string {
  const line: Line = { key, value: value?.toString('base64') ?? null, headers };
  return `${JSON.stringify(line)}\n`;
}
