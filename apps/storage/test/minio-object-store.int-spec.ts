import { describe, expect, it } from '@jest/globals';
import { MinioObjectStore } from '../src/objects/minio-object-store.js';
import { bucketOptions } from './bucket.js';
import { describeObjectStore } from './object-store-suite.js';

const store = new MinioObjectStore(bucketOptions());

describeObjectStore('a bucket of MinIO', () => store);

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
