import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allInteractions } from '@earshot/contracts-interactions';
import {
  cancelDataset,
  createFile,
  deleteFile,
  exportDataset,
  listFiles,
  locateFile,
  readFile,
  type DatasetFile,
} from '@earshot/contracts-storage';
import { waitFor } from '@earshot/messaging/testing';
import { DataSource } from 'typeorm';
import { FileWorkRepository } from '../src/tasks/file-work.repository.js';
import { listBucket } from './bucket-listing.js';
import { FileClient, line } from './file-client.js';
import { exportedLines, PieceGate } from './scripted-exports.controller.js';
import { StorageApp } from './storage-app.js';
import { usageOf } from './usage.js';

const storage = new StorageApp();
let project_id: string;
let gate: PieceGate;

/** Lines before the piece that waits. */
const written = 2;

/** A lease of a dead process ends before its objects are deleted. */
const clearedWithinMs = 20_000;

beforeAll(() => storage.start());
afterAll(() => storage.stop());
beforeEach(() => {
  project_id = randomUUID();
  gate = new PieceGate(written);
  storage.exports.gates.set(project_id, gate);
});
afterEach(() => gate.open());

const nameOf = (file: string, project = project_id) => ({ kind: 'dataset' as const, project_id: project, file });
const read = async (id: string) => (await storage.ask(readFile, nameOf(id))) as DatasetFile;
const cancel = (id: string) => storage.ask(cancelDataset, nameOf(id));

async function begun(): Promise<DatasetFile> {
  const id = randomUUID();
  const source = { kind: 'interactions' as const, format: 'sft' as const, filter: allInteractions, snapshot: null };
  return storage.ask(exportDataset, { id, project_id, key: id, name: id, source });
}

/** A dataset of which some pieces are written. */
async function building(): Promise<DatasetFile> {
  const { id } = await begun();
  return waitFor(async () => {
    const dataset = await read(id);
    expect(dataset.rows).toBe(written);
    return dataset;
  });
}

const ready = (id: string) => waitFor(async () => expect(await read(id)).toMatchObject({ status: 'ready' }));
const objects = () => listBucket(`datasets/${project_id}/`);
const expectCleared = () =>
  waitFor(async () => {
    expect(await objects()).toEqual([]);
    expect(await usageOf(storage, project_id)).toMatchObject({ bytes: 0 });
  }, clearedWithinMs);

/** Lets the piece that waits be written, to an address that was handed out before. */
async function pieceArrives(id: string): Promise<void> {
  gate.open();
  const isOurs = (path: string) => path.endsWith(`/${id}/manifest.${written}`);
  await waitFor(() => expect(storage.exports.written.some(isOurs)).toBe(true));
  expect(await objects()).toHaveLength(3);
}

describe('a dataset of interactions', () => {
  it('has its rows and the expected ones while it is built', async () => {
    const dataset = await building();
    expect(dataset).toMatchObject({ status: 'processing', rows_expected: exportedLines, cancelled_at: null });
    gate.open();
    await ready(dataset.id);
    expect(await read(dataset.id)).toMatchObject({ rows: exportedLines, rows_expected: exportedLines });
  });

  it('that is cancelled while it is built never becomes ready, and leaves no objects and no bytes', async () => {
    const { id } = await building();
    expect((await usageOf(storage, project_id)).bytes).toBeGreaterThan(0);
    expect(await objects()).not.toEqual([]);
    const cancelled = await cancel(id);
    expect(cancelled).toMatchObject({ status: 'failed', rows: written, errors: [], original_kept: false });
    expect(cancelled.cancelled_at).toBe(cancelled.updated_at);
    await expectCleared();
    expect(await read(id)).toEqual(cancelled);
    const { data } = await storage.ask(listFiles, { kind: 'dataset', project_id, limit: 1, cursor: null });
    expect(data).toEqual([cancelled]);
    await expect(storage.ask(locateFile, { ...nameOf(id), format: 'original' })).rejects.toMatchObject({
      code: 'dataset_not_ready',
      message: expect.stringContaining('was cancelled'),
    });
  });

  it('that is cancelled loses also a piece that arrives after its objects were deleted', async () => {
    const { id } = await building();
    await cancel(id);
    await expectCleared();
    await pieceArrives(id);
    const due = `update files set cancelled_at = now() - interval '1 hour', clear_after = now()
      where id = $1 and clear_after > now() + interval '5 minutes'`;
    expect((await storage.service(DataSource).query(due, [id]))[1]).toBe(1);
    await expectCleared();
    const last = 'select 1 from files where id = $1 and clear_after is null';
    await waitFor(async () => expect(await storage.service(DataSource).query(last, [id])).toHaveLength(1));
  });

  it.each([
    ['while it is built', []],
    ['once it is cancelled', [cancel]],
  ])('that is deleted %s loses also a piece that arrives after its objects were deleted', async (_, before) => {
    const { id } = await building();
    for (const step of before) await step(id);
    await storage.ask(deleteFile, nameOf(id));
    await expectCleared();
    await expect(read(id)).rejects.toMatchObject({ code: 'dataset_not_found' });
    await pieceArrives(id);
    const due = `update files set cancelled_at = cancelled_at - interval '1 hour', delete_after = now()
      where id = $1 and delete_after > now() + interval '5 minutes'`;
    expect((await storage.service(DataSource).query(due, [id]))[1]).toBe(1);
    await expectCleared();
    const row = 'select 1 from files where id = $1';
    await waitFor(async () => expect(await storage.service(DataSource).query(row, [id])).toEqual([]));
  });

  it('that another process builds is not finished by it once it is cancelled, nor by the next one', async () => {
    const { id: blocking } = await building();
    const work = storage.service(FileWorkRepository);
    const { id } = await begun();
    const other = await work.claim('process', ['dataset'], randomUUID(), 1_000);
    expect(other?.file.id).toBe(id);
    await cancel(id);
    if (other === null) return;
    expect(await work.renew(other, 1_000)).toBe(false);
    expect(await work.finish(other, { status: 'ready' })).toBe(false);
    gate.open();
    await ready(blocking);
    expect(await work.claim('process', ['dataset'], randomUUID(), 1_000)).toBeNull();
    const cleared = 'select 1 from files where id = $1 and clear_after > cancelled_at';
    await waitFor(
      async () => expect(await storage.service(DataSource).query(cleared, [id])).toHaveLength(1),
      clearedWithinMs,
    );
    expect(await read(id)).toMatchObject({ status: 'failed', cancelled_at: expect.any(String) });
  });

  it('that is cancelled stays as it is when it is cancelled again, and its key is free once it is deleted', async () => {
    const { id, key } = await building();
    const cancelled = await cancel(id);
    expect(await cancel(key)).toEqual(cancelled);
    await storage.ask(deleteFile, nameOf(id));
    await expect(cancel(id)).rejects.toMatchObject({ code: 'dataset_not_found' });
    await expectCleared();
  });

  it('that is ready, or of another project, cannot be cancelled', async () => {
    const { id } = await building();
    await expect(storage.ask(cancelDataset, nameOf(id, randomUUID()))).rejects.toMatchObject({
      code: 'dataset_not_found',
    });
    gate.open();
    await ready(id);
    await expect(cancel(id)).rejects.toMatchObject({ code: 'dataset_processed', type: 'conflict_error' });
    expect(await read(id)).toMatchObject({ status: 'ready', cancelled_at: null });
  });
});

describe('an uploaded dataset', () => {
  it('that is cancelled while it is converted leaves no objects and no bytes', async () => {
    const files = new FileClient(storage, project_id);
    const file = files.aDataset(await files.uploaded(line('x'.repeat(100)).repeat(200_000)));
    await storage.ask(createFile, file);
    expect(await cancel(file.id)).toMatchObject({ status: 'failed', original_kept: false });
    await expectCleared();
    await expect(files.locate(file)).rejects.toMatchObject({ code: 'dataset_not_ready' });
    expect(await read(file.id)).toMatchObject({ status: 'failed', cancelled_at: expect.any(String) });
  });

  it('that has failed cannot be cancelled', async () => {
    const files = new FileClient(storage, project_id);
    const file = files.aDataset(await files.uploaded('no JSON'));
    await files.made(file);
    await expect(cancel(file.id)).rejects.toMatchObject({ code: 'dataset_processed' });
  });
});
