import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { leastPartBytes } from '../src/objects/concatenation-plan.js';
import { MinioObjectStore } from '../src/objects/minio-object-store.js';
import { bucketOptions } from './bucket.js';
import { describeObjectStore } from './object-store-suite.js';

const store = new MinioObjectStore(bucketOptions());

describeObjectStore('a bucket of MinIO', () => store);

describe('an object that was begun to be made of several', () => {
  it('is gone on with where it was left', async () => {
    const [first, second] = [randomBytes(leastPartBytes), randomBytes(leastPartBytes + 1)];
    const [key, firstKey, secondKey] = [randomUUID(), randomUUID(), randomUUID()];
    const put = async (at: string, body: Buffer) =>
      fetch(await store.uploadUrl(at, 60), { method: 'PUT', body: new Uint8Array(body) });
    await put(firstKey, first);
    const sources = [
      { key: firstKey, size: first.length },
      { key: secondKey, size: second.length },
    ];
    await expect(store.concatenate(key, sources)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await store.sizeOf(key)).toBeNull();
    await store.delete(firstKey);
    await put(secondKey, second);
    await store.concatenate(key, sources);
    expect((await buffer(await store.read(key))).equals(Buffer.concat([first, second]))).toBe(true);
  });
});

describe('a bucket that can not be reached', () => {
  it('is said to be away, and addresses are given out all the same', async () => {
    const away = new MinioObjectStore({ ...bucketOptions(), endpoint: new URL('http://127.0.0.1:1') });
    const refusal = { code: 'service_unavailable', type: 'overloaded_error', retryAfterS: 2 };
    await expect(away.sizeOf('x')).rejects.toMatchObject(refusal);
    await expect(away.delete('x')).rejects.toMatchObject(refusal);
    expect(await away.downloadUrl('x', 60)).toMatch(/^http:\/\/127\.0\.0\.1:1\//);
  });

  it('is not deleted from, nor looked into, with a wrong secret', async () => {
    const stranger = new MinioObjectStore({ ...bucketOptions(), secretKey: 'wrong-secret' });
    await expect(stranger.sizeOf('x')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await fetch(await stranger.downloadUrl('x', 60))).status).toBe(403);
  });
});
