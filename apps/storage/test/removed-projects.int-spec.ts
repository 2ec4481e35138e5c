import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { keepObject, prepareObject } from '@earshot/contracts-storage';
import { StoredObjectsService } from '../src/stored-objects/stored-objects.service.js';
import { UploadsCleanup } from '../src/uploads/uploads.cleanup.js';
import { listBucket } from './bucket-listing.js';
import { waitFor } from '@earshot/messaging/testing';
import { FileClient, line } from './file-client.js';
import { StorageApp } from './storage-app.js';

const storage = new StorageApp();

beforeAll(() => storage.start());
afterAll(() => storage.stop());

/** Runs the cleanups now. */
async function tidyUp(): Promise<void> {
  await storage.service(UploadsCleanup).cleanUp(new Date(), new AbortController().signal);
  while (await storage.service(StoredObjectsService).deleteDue(new Date()));
}

async function keepImage(project_id: string): Promise<void> {
  const bytes = Buffer.from('an image');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = { kind: 'image' as const, project_id, name: `${sha256}.png` };
  const announced = { ...name, id: randomUUID(), size: bytes.length, sha256, content_type: 'image/png' };
  const { upload_url } = await storage.ask(prepareObject, announced);
  await fetch(upload_url ?? '', { method: 'PUT', body: new Uint8Array(bytes) });
  await storage.ask(keepObject, name);
}

/** A project with a dataset, an image and a part of an upload. @returns all that it has in the bucket, when asked. */
async function furnished() {
  const files = new FileClient(storage);
  const { id: session } = await files.uploads.begin(2);
  await files.uploads.send(session, 1, 'x');
  await files.made(files.aDataset(await files.uploaded(line('a'))));
  await keepImage(files.projectId);
  const folders = [`datasets/${files.projectId}/`, `images/${files.projectId}/`, `uploads/${session}/`];
  const lies = async () => (await Promise.all(folders.map((folder) => listBucket(folder)))).flat();
  return { files, session, lies };
}

it('a removed project leaves nothing in the bucket; other projects keep theirs', async () => {
  const [gone, other] = [await furnished(), await furnished()];
  await tidyUp();
  expect([(await gone.lies()).length, (await other.lies()).length]).toEqual([4, 4]);
  await storage.projectGone(gone.files.projectId);
  await waitFor(async () => {
    await tidyUp();
    expect(await gone.lies()).toEqual([]);
  });
  expect(await gone.files.uploads.read(gone.session)).toMatchObject({ state: 'aborted' });
  expect(await other.lies()).toHaveLength(4);
});
