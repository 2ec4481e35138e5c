import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ObjectStore } from '../src/objects/object-store.js';
import { UploadAssembly } from '../src/uploads/upload-assembly.service.js';
import { UploadsCleanup } from '../src/uploads/uploads.cleanup.js';
import { listBucket } from './bucket-listing.js';
import { StorageApp } from './storage-app.js';
import { sha256, UploadClient } from './upload-client.js';

const storage = new StorageApp();
const uploads = new UploadClient(storage);

beforeAll(async () => {
  await storage.start();
  // It is asked by the tests, and must not come between them by itself.
  await storage.service(UploadsCleanup).onModuleDestroy();
});
afterAll(() => storage.stop());

const mebibyte = 1_048_576;
const never = new AbortController().signal;
const assembly = () => storage.service(UploadAssembly);
const store = () => storage.service(ObjectStore);

/** A complete session of parts of these sizes, all of which are sent in pieces of at most so many bytes. */
async function complete(sizes: number[], pieceBytes = 200 * mebibyte) {
  const { id } = await uploads.begin(sizes.length, 'text/plain');
  const parts = sizes.map((size) => randomBytes(size));
  for (const [index, part] of parts.entries()) {
    const pieces = Array.from({ length: Math.ceil(part.length / pieceBytes) }, (_, at) =>
      part.subarray(at * pieceBytes, (at + 1) * pieceBytes),
    );
    await uploads.send(id, index + 1, ...pieces);
  }
  return { id, bytes: Buffer.concat(parts) };
}

function consume(session_id: string, targetKey = `assembled/${randomUUID()}`, project_id: string | null = null) {
  return storage
    .service(DataSource)
    .transaction((tx) => assembly().consume(tx, { session_id, project_id }, targetKey))
    .then((consumed) => ({ ...consumed, targetKey }));
}

const assemble = (sessionId: string, signal = never) => assembly().assemble(sessionId, signal);

describe('a complete session', () => {
  it.each([
    ['one byte', [1]],
    ['many small ones', Array.from({ length: 40 }, () => 5)],
    ['5 MiB - 1', [5 * mebibyte - 1]],
    ['5 MiB', [5 * mebibyte]],
    ['large and small ones', [1, 12 * mebibyte, 3, 5 * mebibyte - 1, 6 * mebibyte, 1]],
  ])('becomes one object with the sent bytes: %s', async (_, sizes) => {
    const { id, bytes } = await complete(sizes);
    const { targetKey, ...consumed } = await consume(id);
    expect(consumed).toMatchObject({ id, size: bytes.length, content_type: 'text/plain' });
    expect(await assemble(id)).toBe(sha256(bytes));
    expect(sha256(await buffer(await store().read(targetKey)))).toBe(sha256(bytes));
    expect(await listBucket(`uploads/${id}/`)).toEqual([]);
    expect(await uploads.read(id)).toMatchObject({ state: 'consumed', size: bytes.length });
  });

  it('of parts that arrived in pieces becomes one object too', async () => {
    const { id, bytes } = await complete([7 * mebibyte, 100, 6 * mebibyte], 5 * mebibyte);
    await consume(id);
    expect(await assemble(id)).toBe(sha256(bytes));
  });

  it('is used once', async () => {
    const { id } = await complete([1]);
    await consume(id);
    await expect(consume(id)).rejects.toMatchObject({ code: 'session_closed', details: { state: 'consumed' } });
    await expect(uploads.abort(id)).rejects.toMatchObject({ code: 'session_consumed', type: 'conflict_error' });
    await expect(uploads.prepare(id, 1)).rejects.toMatchObject({ code: 'session_closed' });
  });

  it('is assembled once, however often it is requested', async () => {
    const { id, bytes } = await complete([6 * mebibyte, 1]);
    const { targetKey } = await consume(id);
    const hashes = [await assemble(id), await assemble(id)];
    await store().delete(targetKey);
    expect([...hashes, await assemble(id)]).toEqual(Array.from({ length: 3 }, () => sha256(bytes)));
    expect(await store().sizeOf(targetKey)).toBeNull();
  });
});

describe('a session', () => {
  it('that lacks parts, was aborted, or does not exist, cannot be used', async () => {
    const { id } = await uploads.begin(2);
    await uploads.send(id, 2, 'x');
    const incomplete = { code: 'session_incomplete', type: 'conflict_error' };
    await expect(consume(id)).rejects.toMatchObject({ ...incomplete, details: { completed_parts_count: 1 } });
    await uploads.abort(id);
    await expect(consume(id)).rejects.toMatchObject({ code: 'session_closed' });
    await expect(consume(randomUUID())).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('of another project cannot be used', async () => {
    const { id } = await complete([1]);
    await expect(consume(id, 'x', randomUUID())).rejects.toMatchObject({ code: 'session_not_found' });
    await consume(id, `assembled/${randomUUID()}`, uploads.projectId);
  });

  it('is not used when its transaction is rolled back', async () => {
    const { id } = await complete([1]);
    const undone = storage.service(DataSource).transaction(async (tx) => {
      await assembly().consume(tx, { session_id: id, project_id: null }, 'x');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await uploads.read(id)).toMatchObject({ state: 'complete' });
  });
});

describe('an assembly', () => {
  it('resumes after an interruption', async () => {
    const { id, bytes } = await complete([6 * mebibyte, 6 * mebibyte]);
    const { targetKey } = await consume(id);
    const stopped = new AbortController();
    const begun = assemble(id, stopped.signal);
    stopped.abort(new Error('killed'));
    await expect(begun).rejects.toThrow();
    expect(await assemble(id)).toBe(sha256(bytes));
    expect(await listBucket(targetKey)).toEqual([targetKey]);
  });

  it('is repeated if a part of the object does not match its hash', async () => {
    const { id, bytes } = await complete([6 * mebibyte, 6 * mebibyte]);
    const { targetKey } = await consume(id);
    const other = { method: 'PUT', body: randomBytes(bytes.length) };
    await fetch(await store().uploadUrl(targetKey, 60), other);
    await expect(assemble(id)).rejects.toThrow('part 1 does not match its hash');
    expect(await assemble(id)).toBe(sha256(bytes));
  });

  it('fails once it is abandoned, and leaves nothing', async () => {
    const { id } = await complete([3, 4]);
    const { targetKey } = await consume(id);
    await assembly().abandon(id);
    await expect(assemble(id)).rejects.toMatchObject({ code: 'session_not_found' });
    await storage.service(UploadsCleanup).cleanUp(new Date(), never);
    expect([...(await listBucket(targetKey)), ...(await listBucket(`uploads/${id}/`))]).toEqual([]);
  });
});
