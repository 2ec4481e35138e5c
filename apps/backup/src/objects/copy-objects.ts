import type { BackupFolder } from '../folder/backup-folder.js';
import { writeHashed } from '../folder/hashed-file.js';
import type { Manifest } from '../folder/manifest.js';
import type { Bucket } from './bucket.js';

type SavedObject = Manifest['objects'][number];

/** Concurrent transfers. */
const atOnce = 8;

/** Writes all objects to files, except those that are deleted meanwhile. */
export async function saveObjects(bucket: Bucket, folder: BackupFolder): Promise<SavedObject[]> {
  const saved: SavedObject[] = [];
  await eachOf(bucket.keys(), async (key) => {
    const object = await bucket.open(key);
    if (object === null) return;
    const file = `objects/${key}`;
    const digest = await writeHashed(folder.pathOf(file), object.content);
    saved.push({ key, content_type: object.contentType, file, ...digest });
  });
  return saved.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Uploads all objects to the bucket. */
export async function putObjects(bucket: Bucket, { objects }: Manifest, folder: BackupFolder): Promise<void> {
  await eachOf(objects.values(), ({ key, file, bytes, content_type }) =>
    bucket.put(key, folder.pathOf(file), bytes, content_type),
  );
}

/** Processes items concurrently. @throws the first error, after which no further item starts. */
async function eachOf<T>(items: Iterator<T> | AsyncIterator<T>, work: (item: T) => Promise<void>): Promise<void> {
  let failed = false;
  const worker = async () => {
    for (let next = await items.next(); next.done !== true && !failed; next = await items.next())
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
