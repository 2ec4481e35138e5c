import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocatedFile, NewFile } from '@earshot/contracts-storage';
import { ObjectStore } from '../src/objects/object-store.js';
import { PublicBucket } from '../src/objects/public-bucket.js';
import { bucketSettings } from './bucket.js';
import { FileClient, line, row } from './file-client.js';
import { StorageApp } from './storage-app.js';

/** Another origin of the same server: `localhost` in place of its address. */
const origin = new URL(process.env['S3_ENDPOINT'] ?? '');
origin.hostname = 'localhost';

describe('a file where clients reach the bucket', () => {
  const storage = new StorageApp();
  const files = new FileClient(storage);
  beforeAll(() => storage.start({ EARSHOT_BUCKET_PUBLIC_URL: origin.origin }));
  afterAll(() => storage.stop());

  const artifact = async (name = 'weights.bin', content = '<html>') => {
    const file = { ...files.anArtifact(await files.uploaded(content)), name } as NewFile;
    await files.made(file);
    return files.locate(file);
  };
  const get = ({ public_url }: LocatedFile, init: RequestInit = {}) => fetch(public_url as string, init);

  it.each([
    ['weights.bin', 'attachment; filename=weights.bin'],
    [
      'Größe "7" (1)!*\'+&?.bin',
      `attachment; filename="Gr??e \\"7\\" (1)!*'+&?.bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%227%22%20%281%29!%2A%27%2B%26%3F.bin`,
    ],
  ])('is at their address with its bytes, name, type and entity tag: %s', async (name, disposition) => {
    const located = await artifact(name);
    expect(new URL(located.public_url ?? '').origin).toBe(origin.origin);
    const answer = await get(located);
    expect([answer.status, await answer.text()]).toEqual([200, '<html>']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': disposition,
      'content-type': 'text/html',
      'content-length': '6',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      etag: `"${located.version}"`,
    });
  });

  it('serves ranges and conditional requests with the same tag', async () => {
    const located = await artifact('a.txt', '0123456789');
    const part = await get(located, { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect((await get(located, { headers: { 'if-none-match': `"${located.version}"` } })).status).toBe(304);
    // MinIO ignores `If-Range`, so the gateway does not redirect where it does not apply.
    const other = await get(located, { headers: { range: 'bytes=2-4', 'if-range': '"other"' } });
    expect(other.status).toBe(206);
  });

  it('has a tag for each format of a dataset', async () => {
    const dataset = files.aDataset(await files.uploaded(line('a')), 'tickets');
    await files.made(dataset);
    const [original, recipe] = [await files.locate(dataset), await files.locate(dataset, 'recipe')];
    expect([await (await get(original)).text(), await (await get(recipe)).text()]).toEqual([line('a'), row('a')]);
    expect(original.version).not.toBe(recipe.version);
    expect((await get(recipe)).headers.get('content-disposition')).toBe('attachment; filename=tickets.jsonl');
  });

  it.each([
    ['another object', (url: URL) => (url.pathname = url.pathname.replace(/original$/, 'recipe'))],
    ['another type', (url: URL) => url.searchParams.set('response-content-type', 'text/javascript')],
    ['no attachment', (url: URL) => url.searchParams.delete('response-content-disposition')],
    ['a longer life', (url: URL) => url.searchParams.set('X-Amz-Expires', '604800')],
    ['another host', (url: URL) => (url.hostname = '127.0.0.1')],
  ])('is refused at an address that was changed: %s', async (_, change) => {
    const url = new URL((await artifact()).public_url ?? '');
    change(url);
    expect((await fetch(url)).status).toBe(403);
  });

  it('is neither replaced nor deleted at that address', async () => {
    const located = await artifact();
    for (const method of ['PUT', 'DELETE']) expect((await get(located, { method })).status).toBe(403);
  });
});

describe('the address of an object for clients', () => {
  const store = new ObjectStore(bucketSettings());
  const headers = { contentType: 'text/plain', disposition: 'attachment' };

  it('expires', async () => {
    const key = `suite/${randomUUID()}`;
    await fetch(await store.uploadUrl(key, 60), { method: 'PUT', body: 'x' });
    const validForS = 1;
    const bucket = new PublicBucket({ ...bucketSettings(), bucketPublicUrl: origin }, store);
    const { url } = (await bucket.presign(key, headers, validForS)) ?? { url: '' };
    expect((await fetch(url)).status).toBe(200);
    await sleep(validForS * 1_000 + 1_100);
    expect((await fetch(url)).status).toBe(403);
  });

  it('does not exist without an object', async () => {
    const bucket = new PublicBucket({ ...bucketSettings(), bucketPublicUrl: origin }, store);
    expect(await bucket.presign(`suite/${randomUUID()}`, headers)).toBeUndefined();
  });

  it('does not exist where clients do not reach the bucket', async () => {
    const bucket = new PublicBucket(bucketSettings(), store);
    expect(await bucket.presign(`suite/${randomUUID()}`, headers)).toBeUndefined();
  });
});
