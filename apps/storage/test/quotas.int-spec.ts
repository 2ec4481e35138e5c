import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allInteractions } from '@earshot/contracts-interactions';
import {
  createFile,
  deleteFile,
  discardObject,
  discardUploadPieces,
  exportDataset,
  keepObject,
  prepareObject,
  removeObject,
  type DatasetFile,
  type NewExport,
} from '@earshot/contracts-storage';
import { inTransaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { CountUsage1795700000000 } from '../src/database/migrations/1795700000000-CountUsage.js';
import { StoredObjectsService } from '../src/stored-objects/stored-objects.service.js';
import { UploadsCleanup } from '../src/uploads/uploads.cleanup.js';
import { UploadsService } from '../src/uploads/uploads.service.js';
import { waitFor } from '@earshot/messaging/testing';
import { FileClient, line, row } from './file-client.js';
import { StorageApp } from './storage-app.js';
import { UploadClient } from './upload-client.js';
import { limitedProject, recounted, usageOf } from './usage.js';

const storage = new StorageApp();

beforeAll(() => storage.start());
afterAll(() => storage.stop());

const exceeded = (quota: string, limit: number) => ({
  code: 'quota_exceeded',
  type: 'permission_error',
  details: { quota, limit },
});

function anImage(project_id: string, bytes: string = randomUUID()) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = { kind: 'image' as const, project_id, name: `${sha256}.png` };
  return {
    name,
    bytes,
    announced: { ...name, id: randomUUID(), size: bytes.length, sha256, content_type: 'image/png' },
  };
}

async function keep({ name, bytes, announced }: ReturnType<typeof anImage>): Promise<void> {
  const { upload_url } = await storage.ask(prepareObject, announced);
  await fetch(upload_url ?? '', { method: 'PUT', body: bytes });
  await storage.ask(keepObject, name);
}

/** Runs the cleanups now. */
async function tidyUp(): Promise<void> {
  await storage.service(UploadsCleanup).cleanUp(new Date(), new AbortController().signal);
  while (await storage.service(StoredObjectsService).deleteDue(new Date()));
}

const nothing = { bytes: 0, objects: 0, upload_sessions: 0 };

describe('the usage of a project', () => {
  it('equals a recount after creations, failures, deletions and erasures', async () => {
    const files = new FileClient(storage);
    const { projectId, uploads } = files;
    // What is deleted goes in the background, maybe between the two looks.
    const same = () =>
      waitFor(async () => expect(await usageOf(storage, projectId)).toEqual(await recounted(storage, projectId)));

    const image = anImage(projectId);
    await keep(image);
    const discarded = anImage(projectId);
    await storage.ask(prepareObject, discarded.announced);
    await same();
    await storage.ask(discardObject, discarded.name);

    const session = await files.uploaded(line('a') + line('b'), 2);
    await uploads.send(session, 1, line('another first part'));
    const { id: piece } = await uploads.prepare(session, 2, 1_000);
    await same();
    expect((await usageOf(storage, projectId)).bytes).toBeGreaterThan(1_000);
    await storage.ask(discardUploadPieces, { session_id: session, piece_ids: [piece] });
    const aborted = await files.uploaded('x');
    await uploads.abort(aborted);
    await same();

    const dataset = files.aDataset(session);
    await files.made(dataset);
    const failed = files.aDataset(await files.uploaded('no JSON\n'));
    expect(await files.made(failed)).toMatchObject({ status: 'failed' });
    const recipe = files.aRecipe(await files.uploaded('no zip'));
    await expect(files.made(recipe)).rejects.toMatchObject({ type: 'invalid_request_error' });
    const taken = files.aDataset(await files.uploaded('y'), dataset.key);
    await expect(storage.ask(createFile, taken)).rejects.toMatchObject({ code: 'key_taken' });
    const artifact = files.anArtifact(await files.uploaded('z'.repeat(100)));
    await files.made(artifact);
    await same();

    for (const { kind, id } of [dataset, failed, artifact]) {
      await storage.ask(deleteFile, { kind, project_id: projectId, file: id });
    }
    await storage.ask(removeObject, image.name);
    await uploads.begin(1);
    await same();
    await storage.projectGone(projectId);
    await waitFor(async () => {
      await tidyUp();
      await same();
      // What was refused is told of for a day, and lies there as long.
      expect(await usageOf(storage, projectId)).toEqual({ ...nothing, bytes: 6, objects: 1 });
    });
  });

  it('counts a dataset in both formats, and none of its parts once it is built', async () => {
    const files = new FileClient(storage);
    await files.made(files.aDataset(await files.uploaded(line('a') + line('b'), 3)));
    const bytes = (line('a') + line('b') + row('a') + row('b')).length;
    expect(await usageOf(storage, files.projectId)).toEqual({ bytes, objects: 1, upload_sessions: 0 });
  });

  it('is counted by the migration from existing rows', async () => {
    const files = new FileClient(storage);
    await keep(anImage(files.projectId));
    await files.made(files.aDataset(await files.uploaded(line('a'))));
    await files.uploaded('sent');
    await tidyUp();
    const before = await usageOf(storage, files.projectId);
    const queries = storage.service(DataSource).createQueryRunner();
    const migration = new CountUsage1795700000000();
    await migration.down(queries);
    await migration.up(queries);
    await queries.release();
    expect(await usageOf(storage, files.projectId)).toEqual(before);
    expect(before).toMatchObject({ objects: 2, upload_sessions: 1 });
  });

  it('is never counted twice while an upload becomes a file', async () => {
    const files = new FileClient(storage, await limitedProject(storage, { bytes: 1_000 }));
    const artifact = files.anArtifact(await files.uploaded('x'.repeat(900), 2));
    await storage.ask(createFile, artifact);
    expect((await usageOf(storage, files.projectId)).bytes).toBe(900);
    await files.settled(artifact);
    expect((await usageOf(storage, files.projectId)).bytes).toBe(900);
  });
});

describe('a quota', () => {
  it('of bytes rejects a part before it is sent, and accepts it once enough is deleted', async () => {
    const uploads = new UploadClient(storage, await limitedProject(storage, { bytes: 100 }));
    const { id } = await uploads.begin(3);
    await uploads.send(id, 1, 'x'.repeat(60));
    await expect(uploads.prepare(id, 2, 41)).rejects.toMatchObject(exceeded('bytes', 100));
    const other = await uploads.begin(1);
    await uploads.prepare(other.id, 1, 40);
    await expect(uploads.prepare(id, 3, 1)).rejects.toMatchObject(exceeded('bytes', 100));
    await uploads.abort(id);
    await uploads.send(other.id, 1, 'y'.repeat(50));
  });

  it('of bytes and of objects rejects an image before it is sent, unless it exists already', async () => {
    const projectId = await limitedProject(storage, { objects: 1, bytes: 50 });
    const image = anImage(projectId, 'x'.repeat(40));
    await keep(image);
    expect((await storage.ask(prepareObject, image.announced)).upload_url).toBeNull();
    await expect(storage.ask(prepareObject, anImage(projectId).announced)).rejects.toMatchObject(
      exceeded('objects', 1),
    );
    await limitedProject(storage, { bytes: 50 }, projectId);
    const second = anImage(projectId, 'y'.repeat(11));
    await expect(storage.ask(prepareObject, second.announced)).rejects.toMatchObject(exceeded('bytes', 50));
    await limitedProject(storage, { bytes: 51 }, projectId);
    await keep(second);
  });

  it('admits short-lived objects and those of an admitted chat, but they cannot be kept later', async () => {
    const projectId = await limitedProject(storage, { bytes: 10 });
    const image = anImage(projectId);
    await storage.ask(prepareObject, { ...image.announced, short_lived: true });
    await expect(storage.ask(prepareObject, image.announced)).rejects.toMatchObject(exceeded('bytes', 10));
    await storage.ask(prepareObject, { ...anImage(projectId).announced, kind: 'completion', admitted: true });
  });

  it('of objects rejects a file, and leaves its upload unchanged', async () => {
    const files = new FileClient(storage, await limitedProject(storage, { objects: 0 }));
    const session = await files.uploaded('x');
    await expect(storage.ask(createFile, files.anArtifact(session))).rejects.toMatchObject(exceeded('objects', 0));
    expect(await files.uploads.read(session)).toMatchObject({ state: 'complete' });
    const key = randomUUID();
    const source = { kind: 'interactions' as const, format: 'sft' as const, filter: allInteractions, snapshot: null };
    const exported: NewExport = { id: key, project_id: files.projectId, key, name: key, source };
    await expect(storage.ask(exportDataset, exported)).rejects.toMatchObject(exceeded('objects', 0));
  });

  it('of bytes fails a dataset whose other format has no room, and deletes its objects', async () => {
    const content = line('a').repeat(3);
    const files = new FileClient(storage, await limitedProject(storage, { bytes: content.length + 10 }));
    const dataset = await files.made<DatasetFile>(files.aDataset(await files.uploaded(content)));
    expect(dataset).toMatchObject({ status: 'failed', errors: [{ line: 4 }] });
    expect(dataset.errors[0]?.message).toContain("quota 'bytes'");
    expect(await usageOf(storage, files.projectId)).toMatchObject({ bytes: content.length });
  });

  it('is not exceeded by concurrent writers', async () => {
    const projectId = await limitedProject(storage, { upload_sessions: 5, bytes: 95 });
    const source = storage.service(DataSource);
    const uploads = storage.service(UploadsService);
    const begun = { project_id: projectId, content_type: null, metadata: null, total_parts_count: 100 };
    const ids = Array.from({ length: 24 }, () => randomUUID());
    const outcomes = await Promise.allSettled(
      ids.map((id) => inTransaction(source, (tx) => uploads.begin(tx, { ...begun, id }))),
    );
    const sessions = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    expect(sessions).toHaveLength(5);
    const pieces = Array.from({ length: 50 }, (_, index) => ({ index, session_id: sessions[index % 5] as string }));
    const prepared = await Promise.allSettled(
      pieces.map(({ index, session_id }) => {
        const pieceRequest = {
          session_id,
          project_id: projectId,
          part_number: index + 1,
          piece_id: randomUUID(),
          size: 10,
        };
        return inTransaction(source, (tx) => uploads.preparePiece(tx, pieceRequest));
      }),
    );
    expect(prepared.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    expect(await usageOf(storage, projectId)).toEqual({ bytes: 90, objects: 0, upload_sessions: 5 });
    expect(await recounted(storage, projectId)).toEqual(await usageOf(storage, projectId));
  });
});
