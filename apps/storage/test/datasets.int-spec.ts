import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFile, deleteFile, listFiles, locateFile, readFile, type DatasetFile } from '@earshot/contracts-storage';
import { FileJobs } from '../src/jobs/file-jobs.service.js';
import { listBucket } from './bucket-listing.js';
import { waitFor } from '@earshot/messaging/testing';
import { FileClient, line, row } from './file-client.js';
import { StorageApp } from './storage-app.js';

const storage = new StorageApp();
const files = new FileClient(storage);
const project_id = files.projectId;

beforeAll(() => storage.start());
afterAll(() => storage.stop());

describe('a dataset', () => {
  it('is returned at once, and available in both formats once it is converted', async () => {
    const content = line('a') + line('b');
    const file = files.aDataset(await files.uploaded(content, 3));
    expect(await storage.ask(createFile, file)).toMatchObject({ status: 'processing', size: content.length });
    const dataset = await files.settled<DatasetFile>(file);
    expect(dataset).toMatchObject({ status: 'ready', rows: 2, bytes: content.length, errors: [], original_kept: true });
    expect(dataset.recipe_size).toBe((row('a') + row('b')).length);
    expect(await files.download(file)).toBe(content);
    expect(await files.download(file, 'recipe')).toBe(row('a') + row('b'));
    expect((await files.locate(file)).content_type).toBe('application/x-ndjson');
  });

  it('leaves two objects in the bucket, and no parts or pieces', async () => {
    const file = files.aDataset(await files.uploaded(line('a')));
    await files.made(file);
    await waitFor(async () =>
      expect(await listBucket(`datasets/${project_id}/${file.id}/`)).toEqual([
        `datasets/${project_id}/${file.id}/original`,
        `datasets/${project_id}/${file.id}/recipe`,
      ]),
    );
  });

  it('with a wrong line fails with its number, and downloads as it was uploaded', async () => {
    const content = `${line('a')}{"prompt":\n${line('b')}`;
    const file = files.aDataset(await files.uploaded(content));
    const dataset = await files.made<DatasetFile>(file);
    expect(dataset).toMatchObject({ status: 'failed', recipe_size: null });
    expect(dataset.errors).toEqual([{ line: 2, message: expect.stringContaining('not valid JSON') }]);
    expect(await files.download(file)).toBe(content);
    await expect(files.locate(file, 'recipe')).rejects.toMatchObject({
      code: 'dataset_not_ready',
      type: 'conflict_error',
    });
    expect(await listBucket(`datasets/${project_id}/${file.id}/`)).toHaveLength(1);
  });

  it('reports the first hundred errors, and only the first in a list', async () => {
    const file = files.aDataset(await files.uploaded('x\n'.repeat(1_000)));
    const dataset = await files.made<DatasetFile>(file);
    expect(dataset.errors.map((error) => error.line)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    const { data } = await storage.ask(listFiles, { kind: 'dataset', project_id, limit: 100, cursor: null });
    const listed = data.find(({ id }) => id === file.id) as DatasetFile;
    expect(listed.errors).toHaveLength(1);
  });

  it.each([
    ['invalid UTF-8', Buffer.from('{"prompt":"\xff"}\n', 'latin1'), 'not valid UTF-8'],
    ['nothing in it', Buffer.from('\n \r\n'), 'only blank lines'],
    ['an endless line', Buffer.alloc(20_000_000, 'x'), 'at most 16777216 bytes'],
  ])('with %s fails on line 1', async (_, content, message) => {
    const { status, errors } = await files.made<DatasetFile>(files.aDataset(await files.uploaded(content)));
    expect([status, errors]).toEqual(['failed', [{ line: 1, message: expect.stringContaining(message) }]]);
  });

  it('has a unique key in its project, until it is deleted', async () => {
    const first = files.aDataset(await files.uploaded(line('a')), 'chats');
    await files.made(first);
    const session = await files.uploaded(line('b'));
    const taken = storage.ask(createFile, files.aDataset(session, 'chats'));
    await expect(taken).rejects.toMatchObject({ code: 'key_taken', param: 'key' });
    await storage.ask(deleteFile, { kind: 'dataset', project_id, file: 'chats' });
    // What was refused has used nothing up.
    await files.made(files.aDataset(session, 'chats'));
  });

  it('is found by its id and by its key, only in its project', async () => {
    const file = files.aDataset(await files.uploaded(line('a')), `k-${randomUUID()}`);
    await files.made(file);
    for (const name of [file.id, file.key])
      expect(await storage.ask(readFile, { kind: 'dataset', project_id, file: name })).toMatchObject({ id: file.id });
    const elsewhere = [
      { kind: 'dataset' as const, project_id: randomUUID(), file: file.id },
      { kind: 'recipe' as const, project_id, file: file.id },
      { kind: 'artifact' as const, project_id: null, file: file.id },
      { kind: 'dataset' as const, project_id, file: '../../x' },
    ];
    for (const name of elsewhere)
      await expect(storage.ask(readFile, name)).rejects.toMatchObject({ code: `${name.kind}_not_found` });
  });
});

describe('when uploaded datasets are retained for 0 days', () => {
  const brief = new StorageApp();
  beforeAll(() => brief.start({ EARSHOT_DATASET_ORIGINALS_DAYS: '0' }));
  afterAll(() => brief.stop());

  it('the recipe format replaces the deleted original', async () => {
    const client = new FileClient(brief);
    const file = client.aDataset(await client.uploaded(line('a')));
    await brief.ask(createFile, file);
    const name = { kind: 'dataset', project_id: client.projectId, file: file.id } as const;
    await waitFor(async () => {
      await brief.service(FileJobs).runOne('delete-original', ['dataset'], new AbortController().signal);
      expect(await brief.ask(readFile, name)).toMatchObject({ status: 'ready', original_kept: false });
    });
    const { download_url, size } = await brief.ask(locateFile, { ...name, format: 'original' });
    expect([size, await (await fetch(download_url ?? '')).text()]).toEqual([row('a').length, row('a')]);
    expect(await listBucket(`datasets/${client.projectId}/`)).toEqual([
      `datasets/${client.projectId}/${file.id}/recipe`,
    ]);
  });
});
