import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createFile,
  deleteFile,
  listFiles,
  locateFile,
  noProject,
  readFile,
  type NewFile,
  type RecipeFile,
} from '@earshot/contracts-storage';
import { FileJobs } from '../src/jobs/file-jobs.service.js';
import { FileWorkRepository } from '../src/tasks/file-work.repository.js';
import { FilesWorker } from '../src/jobs/files-worker.js';
import { listBucket } from './bucket-listing.js';
import { waitFor } from '@earshot/messaging/testing';
import { FileClient, line } from './file-client.js';
import { StorageApp } from './storage-app.js';
import { UploadClient } from './upload-client.js';
import { limitedProject, recounted, usageOf } from './usage.js';
import { zipOf } from './zip-maker.js';

const storage = new StorageApp();
const files = new FileClient(storage);
const project_id = files.projectId;

beforeAll(() => storage.start());
afterAll(() => storage.stop());

const main = zipOf([{ path: 'main.py', content: 'print()' }]);

describe('a recipe', () => {
  it('is available once it is checked, in its project', async () => {
    const file = files.aRecipe(await files.uploaded(main));
    const recipe = await files.made<RecipeFile>(file);
    expect(recipe).toMatchObject({ status: 'ready', entries: 1, unpacked_size: 7, content_type: 'application/zip' });
    const { download_url } = await files.locate(file);
    const bytes = Buffer.from(await (await fetch(download_url ?? '')).arrayBuffer());
    expect(bytes.equals(main)).toBe(true);
    const other = storage.ask(readFile, { kind: 'recipe', project_id: randomUUID(), file: file.id });
    await expect(other).rejects.toMatchObject({ code: 'recipe_not_found' });
  });

  it('is rejected and deleted when its zip is unsafe', async () => {
    const evil = zipOf([{ path: 'main.py' }, { path: '../../etc/cron.d/x' }]);
    const file = files.aRecipe(await files.uploaded(evil));
    await storage.ask(createFile, file);
    await expect(files.settled(file)).rejects.toMatchObject({ code: 'recipe_invalid', type: 'invalid_request_error' });
    // Asked again, as with an Idempotency-Key, it is refused the same way.
    await expect(files.settled(file)).rejects.toMatchObject({ code: 'recipe_invalid' });
    const read = storage.ask(readFile, { kind: 'recipe', project_id, file: file.id });
    await expect(read).rejects.toMatchObject({ code: 'recipe_not_found' });
    await files.made(files.aRecipe(await files.uploaded(main), { key: file.key }));
  });

  it('is rejected without its entry file', async () => {
    const file = files.aRecipe(await files.uploaded(main), { entry_point: 'run.py' });
    await storage.ask(createFile, file);
    await expect(files.settled(file)).rejects.toMatchObject({ code: 'entry_point_missing', param: 'entry_point' });
  });

  it('for all projects is found in each, after one of its own; and a project cannot delete it', async () => {
    const key = `shared-${randomUUID()}`;
    const shared = files.aRecipe(await files.uploaded(main), { project_id: null, key });
    await files.made(shared);
    const read = () => storage.ask(readFile, { kind: 'recipe', project_id, file: key });
    expect((await read()).id).toBe(shared.id);
    const remove = (project: string | null) =>
      storage.ask(deleteFile, { kind: 'recipe', project_id: project, file: key });
    await expect(remove(project_id)).rejects.toMatchObject({ code: 'recipe_not_found' });
    const own = files.aRecipe(await files.uploaded(main), { key });
    await files.made(own);
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
  it('has the metadata of its session, and is found by its id, also with access to all projects', async () => {
    const file = files.anArtifact(await files.uploaded('<html>'));
    expect(await files.made(file)).toMatchObject({ status: 'ready', content_type: 'text/html', size: 6 });
    expect(await files.download(file)).toBe('<html>');
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
  it('is used up only by the file that is created from it', async () => {
    const session = await files.uploaded(line('a'));
    await files.made(files.aDataset(session));
    for (const again of [files.aDataset(session), files.anArtifact(session)])
      await expect(storage.ask(createFile, again)).rejects.toMatchObject({
        code: 'session_closed',
        param: 'upload_session_id',
      });
  });

  it.each(['x', '../..', randomUUID()])('that is not there is not found: %s', async (session) => {
    await expect(storage.ask(createFile, files.anArtifact(session))).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });

  it('that lacks parts, or is of another project, creates nothing', async () => {
    const { id: session } = await files.uploads.begin(2);
    await files.uploads.send(session, 1, 'x');
    await expect(storage.ask(createFile, files.anArtifact(session))).rejects.toMatchObject({
      code: 'session_incomplete',
    });
    const foreignFile = { ...files.anArtifact(await files.uploaded('x')), project_id: randomUUID() } as NewFile;
    await expect(storage.ask(createFile, foreignFile)).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('without a project is found by an installation key alone, and counts for no project but that of the file', async () => {
    const session = await files.uploaded('abc', 1, new UploadClient(storage, noProject));
    const file = files.anArtifact(session);
    await expect(storage.ask(createFile, file)).rejects.toMatchObject({ code: 'session_not_found' });
    const { bytes, objects } = await usageOf(storage, project_id);
    const unassigned = await usageOf(storage, noProject);
    await files.made({ ...file, session_without_project: true });
    expect(await usageOf(storage, project_id)).toMatchObject({ bytes: bytes + 3, objects: objects + 1 });
    expect(await usageOf(storage, noProject)).toEqual({
      ...unassigned,
      bytes: unassigned.bytes - 3,
      upload_sessions: unassigned.upload_sessions - 1,
    });
    for (const project of [project_id, noProject])
      expect(await usageOf(storage, project)).toEqual(await recounted(storage, project));
  });

  it('without a project cannot exceed the quota of the project of its file', async () => {
    const limited = await limitedProject(storage, { bytes: 2 });
    const session = await files.uploaded('abc', 1, new UploadClient(storage, noProject));
    const file = { ...new FileClient(storage, limited).anArtifact(session), session_without_project: true };
    const exceeded = { code: 'quota_exceeded', details: { quota: 'bytes', limit: 2 } };
    await expect(storage.ask(createFile, file)).rejects.toMatchObject(exceeded);
    await files.made({ ...file, project_id });
  });

  it('of another project is not found by an installation key either', async () => {
    const foreignFile = { ...files.anArtifact(await files.uploaded('x')), project_id: randomUUID() } as NewFile;
    const creating = storage.ask(createFile, { ...foreignFile, session_without_project: true });
    await expect(creating).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

describe('a deleted file', () => {
  it.each(['dataset', 'recipe', 'artifact'] as const)(
    'is out of sight at once, and out of the bucket soon: %s',
    async (kind) => {
      const session = await files.uploaded(kind === 'recipe' ? main : line('a'));
      const file: NewFile = {
        dataset: () => files.aDataset(session),
        recipe: () => files.aRecipe(session),
        artifact: () => files.anArtifact(session),
      }[kind]();
      await files.made(file);
      await storage.ask(deleteFile, { kind, project_id, file: file.id });
      await expect(files.locate(file)).rejects.toMatchObject({ code: `${kind}_not_found` });
      await waitFor(async () => expect(await listBucket(`${kind}s/${project_id}/${file.id}/`)).toEqual([]));
    },
  );

  it('that was being created leaves nothing either', async () => {
    const file = files.aDataset(await files.uploaded(line('x'.repeat(1_000)).repeat(20_000)));
    await storage.ask(createFile, file);
    await storage.ask(deleteFile, { kind: 'dataset', project_id, file: file.id });
    await waitFor(async () => expect(await listBucket(`datasets/${project_id}/${file.id}/`)).toEqual([]));
    await expect(files.locate(file)).rejects.toMatchObject({ code: 'dataset_not_found' });
  });
});

describe('a file whose process crashed', () => {
  it('is leased to one process at a time, and assembled by the next one', async () => {
    await storage.service(FilesWorker).onModuleDestroy();
    const rows = storage.service(FileWorkRepository);
    const file = files.anArtifact(await files.uploaded('<html>'));
    await storage.ask(createFile, file);
    const claims = await Promise.all([1, 2, 3].map(() => rows.claim('process', ['artifact'], randomUUID(), 500)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    const jobs = storage.service(FileJobs);
    await waitFor(async () =>
      expect(await jobs.runOne('process', ['artifact'], new AbortController().signal)).toBe(true),
    );
    expect(await files.download(file)).toBe('<html>');
  });
});
