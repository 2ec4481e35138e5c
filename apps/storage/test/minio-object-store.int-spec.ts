import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { runWithCalls } from '@earshot/telemetry';
import { captureSpans } from '@earshot/telemetry/testing';
import { describe, expect, it } from '@jest/globals';
import { minPartBytes } from '../src/objects/concatenation-plan.js';
import { MinioObjectStore } from '../src/objects/minio-object-store.js';
import { bucketOptions } from './bucket.js';
import { describeObjectStore } from './object-store-suite.js';

const store = new MinioObjectStore(bucketOptions());

describeObjectStore('a bucket of MinIO', () => store);

describe('an object that was begun to be made of several', () => {
  it('is gone on with where it was left', async () => {
    const [first, second] = [randomBytes(minPartBytes), randomBytes(minPartBytes + 1)];
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

describe('what the bucket is asked for', () => {
  it('is told of in the trace of the call, by the names of S3, without keys, credentials and addresses', async () => {
    const call = { requestId: 'r', traceparent: `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01` };
    const [key, source] = [randomUUID(), randomUUID()];
    const body = randomBytes(minPartBytes);
    await fetch(await store.uploadUrl(source, 60), { method: 'PUT', body: new Uint8Array(body) });
    const sources = [source, source, source].map((one) => ({ key: one, size: body.length }));
    const { spans } = await captureSpans(process.env, () =>
      runWithCalls([call], async () => {
        await store.concatenate(key, sources);
        expect(await store.sizeOf(key)).toBe(3 * body.length);
        (await store.read(key)).destroy();
        await store.clear(key);
      }),
    );
    const names = spans.map(({ name }) => name.replace('S3.', ''));
    expect(names.slice(0, 3)).toEqual(['HeadObject', 'ListMultipartUploads', 'CreateMultipartUpload']);
    expect(names).toEqual(expect.arrayContaining(['UploadPartCopy', 'CompleteMultipartUpload', 'GetObject']));
    expect(names.slice(-2)).toEqual(['ListMultipartUploads', 'DeleteObject']);
    expect(new Set(spans.map(({ traceId, parentSpanId }) => `${traceId}-${parentSpanId}`))).toEqual(
      new Set([`${'4'.repeat(32)}-${'5'.repeat(16)}`]),
    );
    const { accessKey, secretKey, endpoint } = bucketOptions();
    for (const secret of [key, source, accessKey, secretKey, endpoint.host, 'X-Amz'])
      expect(JSON.stringify(spans)).not.toContain(secret);
  });
});
