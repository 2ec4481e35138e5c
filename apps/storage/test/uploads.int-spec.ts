import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { discardUploadPieces, noProject } from '@earshot/contracts-storage';
import { ProjectsWithStorageRepository } from '../src/removed-projects/projects-with-storage.repository.js';
import { endedRetentionMs, UploadsCleanup } from '../src/uploads/uploads.cleanup.js';
import { expiresAfterMs, pieceArrivesWithinMs } from '../src/uploads/uploads.service.js';
import { listBucket } from './bucket-listing.js';
import { StorageApp } from './storage-app.js';
import { sha256, UploadClient } from './upload-client.js';

const storage = new StorageApp();
const uploads = new UploadClient(storage);

beforeAll(() => storage.start());
afterAll(() => storage.stop());

const never = new AbortController().signal;
const tidyUp = (now: Date, app = storage) => app.service(UploadsCleanup).cleanUp(now, never);
const inTime = (ms: number) => new Date(Date.now() + ms);
const lies = (sessionId: string) => listBucket(`uploads/${sessionId}/`);

describe('an upload session', () => {
  it('returns its state, and takes parts in any order until it is complete', async () => {
    const begun = await uploads.begin(3, 'application/x-ndjson');
    expect(begun).toMatchObject({ state: 'open', completed_parts: [], total_parts_count: 3, size: 0 });
    expect(Date.parse(begun.expires_at) - Date.parse(begun.created_at)).toBe(expiresAfterMs);
    expect(await uploads.send(begun.id, 3, 'ccc')).toEqual({ part_number: 3, size: 3, sha256: sha256('ccc') });
    await uploads.send(begun.id, 1, 'a');
    expect(await uploads.read(begun.id)).toMatchObject({ state: 'open', completed_parts: [1, 3], size: 4 });
    await uploads.send(begun.id, 2, 'bb');
    const complete = { state: 'complete', completed_parts: [1, 2, 3], size: 6, content_type: 'application/x-ndjson' };
    expect(await uploads.read(begun.id)).toMatchObject({ ...complete, metadata: { note: 'x' } });
  });

  it('takes all parts at once', async () => {
    const { id } = await uploads.begin(100);
    const numbers = Array.from({ length: 100 }, (_, index) => 100 - index);
    await Promise.all(numbers.map((number) => uploads.send(id, number, `part ${number}`)));
    expect(await uploads.read(id)).toMatchObject({ state: 'complete', completed_parts: numbers.toReversed() });
  });

  it.each([1, 7, 9_999])('of %i parts rejects a further one', async (total) => {
    const { id } = await uploads.begin(total);
    await uploads.prepare(id, total);
    const refused = { code: 'part_number_out_of_range', type: 'invalid_request_error', param: 'part_number' };
    await expect(uploads.prepare(id, total + 1)).rejects.toMatchObject(refused);
  });

  it('is not found by other projects', async () => {
    const { id } = await uploads.begin(1);
    const stranger = new UploadClient(storage);
    const refused = { code: 'session_not_found', type: 'not_found_error' };
    await expect(stranger.read(id)).rejects.toMatchObject(refused);
    await expect(stranger.prepare(id, 1)).rejects.toMatchObject(refused);
    await expect(stranger.abort(id)).rejects.toMatchObject(refused);
    await expect(uploads.read(randomUUID())).rejects.toMatchObject(refused);
  });
});

describe('a part', () => {
  it('replaces the earlier one, of which nothing is left', async () => {
    const { id } = await uploads.begin(1);
    await uploads.send(id, 1, 'first', 'in pieces');
    const before = await lies(id);
    expect(before).toHaveLength(2);
    await uploads.send(id, 1, 'second');
    expect(await uploads.read(id)).toMatchObject({ state: 'complete', size: 6 });
    await tidyUp(new Date());
    const after = await lies(id);
    expect(after).toHaveLength(1);
    expect(before).not.toContain(after[0]);
  });

  it('that is interrupted keeps the earlier one', async () => {
    const { id } = await uploads.begin(1);
    await uploads.send(id, 1, 'first');
    await uploads.prepare(id, 1);
    expect(await uploads.read(id)).toMatchObject({ state: 'complete', completed_parts: [1], size: 5 });
  });

  it('that is aborted is deleted at once; a kept one is not', async () => {
    const { id } = await uploads.begin(2);
    await uploads.send(id, 2, 'kept');
    const [kept] = await lies(id);
    const { id: piece, url } = await uploads.prepare(id, 1);
    await fetch(url, { method: 'PUT', body: 'x' });
    const keptId = kept?.split('/').at(-1) as string;
    const discarded = await storage.ask(discardUploadPieces, { session_id: id, piece_ids: [piece, keptId] });
    expect(discarded).toEqual({ discarded: 1 });
    expect(await lies(id)).toEqual([kept]);
  });

  it('that was not confirmed is deleted within two hours, and cannot be kept then', async () => {
    const { id } = await uploads.begin(1);
    const { id: piece, url } = await uploads.prepare(id, 1);
    await fetch(url, { method: 'PUT', body: 'x' });
    await tidyUp(inTime(pieceArrivesWithinMs - 60_000));
    expect(await lies(id)).toHaveLength(1);
    await tidyUp(inTime(pieceArrivesWithinMs));
    expect(await lies(id)).toEqual([]);
    const late = uploads.keep(id, 1, Buffer.from('x'), [{ id: piece, size: 1 }]);
    await expect(late).rejects.toMatchObject({ code: 'part_lost', type: 'conflict_error' });
  });
});

describe('an aborted session', () => {
  it('leaves nothing in the bucket, parts in flight included', async () => {
    const { id } = await uploads.begin(100);
    await Promise.all(Array.from({ length: 99 }, (_, index) => uploads.send(id, index + 1, 'x')));
    const { url } = await uploads.prepare(id, 100);
    await fetch(url, { method: 'PUT', body: 'x' });
    let { cleared } = await uploads.abort(id);
    while (!cleared) ({ cleared } = await uploads.abort(id));
    expect(await lies(id)).toEqual([]);
    expect(await uploads.read(id)).toMatchObject({ state: 'aborted', completed_parts: [], size: 0 });
  });

  it('can be aborted again, and takes no parts', async () => {
    const { id } = await uploads.begin(1);
    const { id: piece, url } = await uploads.prepare(id, 1);
    await uploads.abort(id);
    expect(await uploads.abort(id)).toEqual({ id, cleared: true });
    const refused = { code: 'session_closed', type: 'conflict_error', details: { state: 'aborted' } };
    await expect(uploads.prepare(id, 1)).rejects.toMatchObject(refused);
    await fetch(url, { method: 'PUT', body: 'x' });
    await expect(uploads.keep(id, 1, Buffer.from('x'), [{ id: piece, size: 1 }])).rejects.toMatchObject(refused);
    await tidyUp(inTime(pieceArrivesWithinMs));
    expect(await lies(id)).toEqual([]);
  });
});

describe('an idle session', () => {
  it('expires seven days after its latest part, and is deleted', async () => {
    const { id } = await uploads.begin(2);
    await uploads.send(id, 1, 'x');
    const { expires_at } = await uploads.read(id);
    await tidyUp(new Date(Date.parse(expires_at) - 1));
    expect(await uploads.read(id)).toMatchObject({ state: 'open', completed_parts: [1] });
    await tidyUp(new Date(Date.parse(expires_at)));
    expect(await uploads.read(id)).toMatchObject({ state: 'expired', completed_parts: [], size: 0 });
    await tidyUp(new Date());
    expect(await lies(id)).toEqual([]);
    const refused = { code: 'session_closed', details: { state: 'expired' } };
    await expect(uploads.prepare(id, 2)).rejects.toMatchObject(refused);
    expect(await uploads.abort(id)).toEqual({ id, cleared: true });
  });

  it('is deleted a month after it ended', async () => {
    const { id } = await uploads.begin(1);
    await uploads.abort(id);
    await tidyUp(inTime(endedRetentionMs - 60_000));
    await uploads.read(id);
    await tidyUp(inTime(endedRetentionMs + 1));
    await expect(uploads.read(id)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

describe('when a project may have two open sessions', () => {
  const strict = new StorageApp();
  beforeAll(() => strict.start({ EARSHOT_MAX_OPEN_UPLOADS: '2' }));
  afterAll(() => strict.stop());

  it('a third one is rejected until one of them has ended; other projects are not affected', async () => {
    const client = new UploadClient(strict);
    const { id } = await client.begin(1);
    await client.begin(1);
    const refused = { code: 'quota_exceeded', details: { quota: 'upload_sessions', limit: 2 } };
    await expect(client.begin(1)).rejects.toMatchObject(refused);
    await new UploadClient(strict).begin(1);
    await client.abort(id);
    expect(await client.begin(1)).toMatchObject({ state: 'open' });
  });
});

describe('a session without a project', () => {
  it('is not seen by projects, and stays when services look for removed projects', async () => {
    const client = new UploadClient(storage, noProject);
    const { id } = await client.begin(1);
    expect(await storage.service(ProjectsWithStorageRepository).projectIds()).not.toContain(noProject);
    expect(await client.read(id)).toMatchObject({ state: 'open', project_id: noProject });
    await expect(uploads.read(id)).rejects.toMatchObject({ code: 'session_not_found' });
    await client.abort(id);
  });
});

describe('while the bucket is unavailable', () => {
  const cut = new StorageApp();
  const refused = { code: 'service_unavailable', type: 'overloaded_error', retryAfterS: 2 };
  beforeAll(() => cut.start({ S3_ENDPOINT: 'http://127.0.0.1:1' }));
  afterAll(() => cut.stop());

  it('the abort of a session is stored, and its caller is told that it is not complete yet', async () => {
    const there = new UploadClient(cut);
    const { id } = await there.begin(1);
    await there.prepare(id, 1);
    await expect(there.abort(id)).rejects.toMatchObject(refused);
    expect(await there.read(id)).toMatchObject({ state: 'aborted' });
    await expect(tidyUp(inTime(pieceArrivesWithinMs), cut)).rejects.toMatchObject(refused);
  });
});
