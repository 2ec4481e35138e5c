import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createFile,
  deleteFile,
  fileOutcome,
  listFiles,
  locateFile,
  readFile,
  type DatasetFile,
  type LocateFile,
  type NewFile,
  type RecipeFile,
  type StoredFile,
} from '@earshot/contracts-storage';
import { FileJobs } from '../src/files/work/file-jobs.service.js';
import { listBucket } from './bucket-listing.js';
import { eventually } from './eventually.js';
import { StorageApp } from './storage-app.js';
import { UploadClient } from './upload-client.js';
import { zipOf } from './zip-maker.js';

const storage = new StorageApp();
const uploads = new UploadClient(storage);
const project_id = uploads.projectId;

beforeAll(() => storage.start());
afterAll(() => storage.stop());

async function uploaded(content: string | Buffer, parts = 1): Promise<string> {
  const { id: session } = await uploads.begin(parts, 'text/html');
  const bytes = Buffer.from(content as string);
  const size = Math.ceil(bytes.length / parts);
  for (let at = 0; at < parts; at++) await uploads.send(session, at + 1, bytes.subarray(at * size, (at + 1) * size));
  return session;
}

const aDataset = (upload_session_id: string, key = `d-${randomUUID()}`): NewFile => ({
  kind: 'dataset',
  id: randomUUID(),
  project_id,
  key,
  name: key,
  upload_session_id,
});

const aRecipe = (upload_session_id: string, more: Partial<Extract<NewFile, { kind: 'recipe' }>> = {}): NewFile => {
  const key = `r-${randomUUID()}`;
  const entry_point = 'main.py';
  return { kind: 'recipe', id: randomUUID(), project_id, key, name: key, entry_point, upload_session_id, ...more };
};

const anArtifact = (upload_session_id: string): NewFile => ({
  kind: 'artifact',
  id: randomUUID(),
  project_id,
  name: 'weights.bin',
  upload_session_id,
});

/** The file once it is decided on. */
async function settled<F extends StoredFile>({ kind, id }: NewFile): Promise<F> {
  for (;;) {
    const file = await storage.ask(fileOutcome, { kind, id });
    if (file.status !== 'processing') return file as F;
    await sleep(20);
  }
}

async function made<F extends StoredFile>(file: NewFile): Promise<F> {
  await storage.ask(createFile, file);
  return settled(file);
}

const locate = (file: NewFile, format: LocateFile['format'] = 'original') =>
  storage.ask(locateFile, { kind: file.kind, project_id: file.project_id, file: file.id, format });

async function download(file: NewFile, format?: LocateFile['format']): Promise<string> {
  const { download_url, size } = await locate(file, format);
  const text = await (await fetch(download_url ?? '')).text();
  expect(Buffer.byteLength(text)).toBe(size);
  return text;
}

const main = zipOf([{ path: 'main.py', content: 'print()' }]);
const line = (text: string) => `${JSON.stringify({ prompt: text })}\n`;
const row = (text: string) => `${JSON.stringify({ messages: [{ role: 'user', content: text }], completion: null })}\n`;

describe('a dataset', () => {
  it('is answered with at once, and can be had in both formats once it is converted', async () => {
    const content = line('a') + line('b');
    const file = aDataset(await uploaded(content, 3));
    expect(await storage.ask(createFile, file)).toMatchObject({ status: 'processing', size: content.length });
    const dataset = await settled<DatasetFile>(file);
    expect(dataset).toMatchObject({ status: 'ready', rows: 2, bytes: content.length, errors: [], original_kept: true });
    expect(dataset.recipe_size).toBe((row('a') + row('b')).length);
    expect(await download(file)).toBe(content);
    expect(await download(file, 'recipe')).toBe(row('a') + row('b'));
    expect((await locate(file)).content_type).toBe('application/x-ndjson');
  });

  it('leaves two objects in the bucket, and nothing of its parts or pieces', async () => {
    const file = aDataset(await uploaded(line('a')));
    await made(file);
    await eventually(async () =>
      expect(await listBucket(`datasets/${project_id}/${file.id}/`)).toEqual([
        `datasets/${project_id}/${file.id}/original`,
        `datasets/${project_id}/${file.id}/recipe`,
      ]),
    );
  });

  it('with a wrong line fails, says which, and can be had as it was uploaded', async () => {
    const content = `${line('a')}{"prompt":\n${line('b')}`;
    const file = aDataset(await uploaded(content));
    const dataset = await made<DatasetFile>(file);
    expect(dataset).toMatchObject({ status: 'failed', recipe_size: null });
    expect(dataset.errors).toEqual([{ line: 2, message: expect.stringContaining('not valid JSON') }]);
    expect(await download(file)).toBe(content);
    await expect(locate(file, 'recipe')).rejects.toMatchObject({ code: 'dataset_not_ready', type: 'conflict_error' });
    expect(await listBucket(`datasets/${project_id}/${file.id}/`)).toHaveLength(1);
  });

  it('tells the first hundred errors, and the first alone in a list', async () => {
    const file = aDataset(await uploaded('x\n'.repeat(1_000)));
    const dataset = await made<DatasetFile>(file);
    expect(dataset.errors.map((error) => error.line)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    const { data } = await storage.ask(listFiles, { kind: 'dataset', project_id, limit: 100, cursor: null });
    const listed = data.find(({ id }) => id === file.id) as DatasetFile;
    expect(listed.errors).toHaveLength(1);
  });

  it.each([
    ['invalid UTF-8', Buffer.from('{"prompt":"\xff"}\n', 'latin1'), 'not valid UTF-8'],
    ['nothing in it', Buffer.from('\n \r\n'), 'no line with anything in it'],
    ['an endless line', Buffer.alloc(20_000_000, 'x'), 'longer than 16777216 bytes'],
  ])('with %s fails on line 1', async (_, content, message) => {
    const { status, errors } = await made<DatasetFile>(aDataset(await uploaded(content)));
    expect([status, errors]).toEqual(['failed', [{ line: 1, message: expect.stringContaining(message) }]]);
  });

  it('has a key of its own in its project, until it is removed', async () => {
    const first = aDataset(await uploaded(line('a')), 'chats');
    await made(first);
    const session = await uploaded(line('b'));
    const taken = storage.ask(createFile, aDataset(session, 'chats'));
    await expect(taken).rejects.toMatchObject({ code: 'key_taken', param: 'key' });
    await storage.ask(deleteFile, { kind: 'dataset', project_id, file: 'chats' });
    // What was refused has used nothing up.
    await made(aDataset(session, 'chats'));
  });

  it('is found by its id and by its key, in its project alone', async () => {
    const file = aDataset(await uploaded(line('a')), `k-${randomUUID()}`);
    await made(file);
    for (const name of [file.id, (file as { key: string }).key])
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

describe('a recipe', () => {
  it('is there once it is checked, for its project', async () => {
    const file = aRecipe(await uploaded(main));
    const recipe = await made<RecipeFile>(file);
    expect(recipe).toMatchObject({ status: 'ready', entries: 1, unpacked_size: 7, content_type: 'application/zip' });
    const { download_url } = await locate(file);
    const bytes = Buffer.from(await (await fetch(download_url ?? '')).arrayBuffer());
    expect(bytes.equals(main)).toBe(true);
    const other = storage.ask(readFile, { kind: 'recipe', project_id: randomUUID(), file: file.id });
    await expect(other).rejects.toMatchObject({ code: 'recipe_not_found' });
  });

  it('is refused, and gone without a trace, where the zip is not one to unpack', async () => {
    const evil = zipOf([{ path: 'main.py' }, { path: '../../etc/cron.d/x' }]);
    const file = aRecipe(await uploaded(evil));
    await storage.ask(createFile, file);
    await expect(settled(file)).rejects.toMatchObject({ code: 'recipe_invalid', type: 'invalid_request_error' });
    // Asked again, as with an Idempotency-Key, it is refused the same way.
    await expect(settled(file)).rejects.toMatchObject({ code: 'recipe_invalid' });
    const read = storage.ask(readFile, { kind: 'recipe', project_id, file: file.id });
    await expect(read).rejects.toMatchObject({ code: 'recipe_not_found' });
    await made(aRecipe(await uploaded(main), { key: (file as { key: string }).key }));
  });

  it('is refused without the file that it begins with', async () => {
    const file = aRecipe(await uploaded(main), { entry_point: 'run.py' });
    await storage.ask(createFile, file);
    await expect(settled(file)).rejects.toMatchObject({ code: 'entry_point_missing', param: 'entry_point' });
  });

  it('for all projects is found in each, after one of its own; and is not a project’s to remove', async () => {
    const key = `shared-${randomUUID()}`;
    const shared = aRecipe(await uploaded(main), { project_id: null, key });
    await made(shared);
    const read = () => storage.ask(readFile, { kind: 'recipe', project_id, file: key });
    expect((await read()).id).toBe(shared.id);
    const remove = (project: string | null) =>
      storage.ask(deleteFile, { kind: 'recipe', project_id: project, file: key });
    await expect(remove(project_id)).rejects.toMatchObject({ code: 'recipe_not_found' });
    const own = aRecipe(await uploaded(main), { key });
    await made(own);
    expect((await read()).id).toBe(own.id);
    const { data } = await storage.ask(listFiles, { kind: 'recipe', project_id, limit: 100, cursor: null });
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([shared.id, own.id]));
    await remove(null);
    const left = storage.ask(readFile, { kind: 'recipe', project_id: null, file: key });
    await expect(left).rejects.toMatchObject({ code: 'recipe_not_found' });
    expect((await read()).id).toBe(own.id);
  });
});

describe('an artifact', () => {
  it('is what its session says, and found by its id, by who may see all projects too', async () => {
    const file = anArtifact(await uploaded('<html>'));
    expect(await made(file)).toMatchObject({ status: 'ready', content_type: 'text/html', size: 6 });
    expect(await download(file)).toBe('<html>');
    const any = await storage.ask(locateFile, {
      kind: 'artifact',
      project_id: null,
      file: file.id,
      format: 'original',
    });
    expect(any.id).toBe(file.id);
  });
});

describe('an upload session', () => {
  it('is used up by what is made of it, and by nothing else', async () => {
    const session = await uploaded(line('a'));
    await made(aDataset(session));
    for (const again of [aDataset(session), anArtifact(session)])
      await expect(storage.ask(createFile, again)).rejects.toMatchObject({
        code: 'session_closed',
        param: 'upload_session_id',
      });
  });

  it.each(['x', '../..', randomUUID()])('that is not there is not found: %s', async (session) => {
    await expect(storage.ask(createFile, anArtifact(session))).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('that lacks parts, or is of another project, makes nothing', async () => {
    const { id: session } = await uploads.begin(2);
    await uploads.send(session, 1, 'x');
    await expect(storage.ask(createFile, anArtifact(session))).rejects.toMatchObject({ code: 'session_incomplete' });
    const theirs = { ...anArtifact(await uploaded('x')), project_id: randomUUID() } as NewFile;
    await expect(storage.ask(createFile, theirs)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

describe('a file that is removed', () => {
  it.each(['dataset', 'recipe', 'artifact'] as const)(
    'is out of sight at once, and out of the bucket soon: %s',
    async (kind) => {
      const session = await uploaded(kind === 'recipe' ? main : line('a'));
      const file = { dataset: aDataset, recipe: aRecipe, artifact: anArtifact }[kind](session);
      await made(file);
      await storage.ask(deleteFile, { kind, project_id, file: file.id });
      await expect(locate(file)).rejects.toMatchObject({ code: `${kind}_not_found` });
      await eventually(async () => expect(await listBucket(`${kind}s/${project_id}/${file.id}/`)).toEqual([]));
    },
  );

  it('while it is made leaves nothing either', async () => {
    const file = aDataset(await uploaded(line('x'.repeat(1_000)).repeat(20_000)));
    await storage.ask(createFile, file);
    await storage.ask(deleteFile, { kind: 'dataset', project_id, file: file.id });
    await eventually(async () => expect(await listBucket(`datasets/${project_id}/${file.id}/`)).toEqual([]));
    await expect(locate(file)).rejects.toMatchObject({ code: 'dataset_not_found' });
  });
});

describe('where uploaded datasets are kept for no day', () => {
  const brief = new StorageApp();
  beforeAll(() => brief.start({ EARSHOT_DATASET_ORIGINALS_DAYS: '0' }));
  afterAll(() => brief.stop());

  it('the recipe format is what is given for the original once that is gone', async () => {
    const client = new UploadClient(brief);
    const { id: session } = await client.begin(1);
    await client.send(session, 1, line('a'));
    const file = { ...aDataset(session), project_id: client.projectId } as NewFile;
    await brief.ask(createFile, file);
    const name = { kind: 'dataset', project_id: client.projectId, file: file.id } as const;
    await eventually(async () => {
      await brief.service(FileJobs).doOne('delete-original', ['dataset'], new AbortController().signal);
      expect(await brief.ask(readFile, name)).toMatchObject({ status: 'ready', original_kept: false });
    });
    const { download_url, size } = await brief.ask(locateFile, { ...name, format: 'original' });
    expect([size, await (await fetch(download_url ?? '')).text()]).toEqual([row('a').length, row('a')]);
    expect(await listBucket(`datasets/${client.projectId}/`)).toEqual([
      `datasets/${client.projectId}/${file.id}/recipe`,
    ]);
  });
});
