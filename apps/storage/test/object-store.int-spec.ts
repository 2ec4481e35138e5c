import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { runWithCalls } from '@earshot/telemetry';
import { captureSpans } from '@earshot/telemetry/testing';
import { describe, expect, it } from '@jest/globals';
import { minPartBytes } from '../src/objects/concatenation-plan.js';
import { ObjectStore } from '../src/objects/object-store.js';
import { bucketSettings } from './bucket.js';

const validS = 60;
const store = new ObjectStore(bucketSettings());

const put = async (key: string, body: string | Buffer) => {
  const sent = { method: 'PUT', body: new Uint8Array(Buffer.from(body as string)) };
  return (await fetch(await store.uploadUrl(key, validS), sent)).status;
};
const get = async (key: string, headers: Record<string, string> = {}) =>
  fetch(await store.downloadUrl(key, validS), { headers });
const newKey = () => `suite/${randomUUID()}.txt`;

describe('a bucket of MinIO', () => {
  it('returns what was uploaded', async () => {
    const key = newKey();
    expect(await put(key, 'Ärger')).toBe(200);
    const answer = await get(key);
    expect([answer.status, await answer.text()]).toEqual([200, 'Ärger']);
    expect(await store.sizeOf(key)).toBe(6);
  });

  it('serves ranges', async () => {
    const key = newKey();
    await put(key, '0123456789');
    const answer = await get(key, { range: 'bytes=2-4' });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-range')).toBe('bytes 2-4/10');
  });

  it('replaces an object', async () => {
    const key = newKey();
    await put(key, 'first');
    await put(key, 'second');
    expect(await (await get(key)).text()).toBe('second');
  });

  it('has no object before an upload and after a deletion', async () => {
    const key = newKey();
    expect([(await get(key)).status, await store.sizeOf(key)]).toEqual([404, null]);
    await put(key, 'x');
    await store.delete(key);
    expect([(await get(key)).status, await store.sizeOf(key)]).toEqual([404, null]);
    await store.delete(key);
    await put(key, 'x');
    await store.clear(key);
    expect(await store.sizeOf(key)).toBeNull();
    await store.clear(key);
  });

  it('accepts a presigned URL only for its method', async () => {
    const [key, other] = [newKey(), newKey()];
    await put(key, 'x');
    await put(other, 'y');
    const download = await store.downloadUrl(key, validS);
    expect((await fetch(download, { method: 'PUT', body: 'z' })).status).toBe(403);
    expect((await fetch(await store.uploadUrl(key, validS))).status).toBe(403);
  });

  it('stores nothing of an interrupted upload', async () => {
    const key = newKey();
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('half of it'));
        controller.error(new Error('gone'));
      },
    });
    const sent = fetch(await store.uploadUrl(key, validS), { method: 'PUT', body, duplex: 'half' } as RequestInit);
    await expect(sent).rejects.toThrow();
    expect(await store.sizeOf(key)).toBeNull();
  });

  it('streams an object and ranges of it', async () => {
    const key = newKey();
    await put(key, '0123456789');
    expect(await text(await store.read(key))).toBe('0123456789');
    expect(await text(await store.read(key, { range: { first: 2, last: 4 } }))).toBe('234');
    await expect(store.read(newKey())).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it.each([
    ['one', [1]],
    ['small ones', [1, 2, 3, 4_000_000, 2_000_000, 1]],
    ['large ones', [minPartBytes, minPartBytes + 1, minPartBytes]],
    ['small and large ones', [1, minPartBytes * 2 + 3, 5, minPartBytes - 1, minPartBytes * 3, 1]],
  ])('concatenates objects: %s', async (_, sizes) => {
    const sources = sizes.map((size) => ({ key: newKey(), size, bytes: randomBytes(size) }));
    for (const { key, bytes } of sources) await put(key, bytes);
    const key = newKey();
    await store.concatenate(key, sources);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(await buffer(await store.read(key)))).toBe(hash(Buffer.concat(sources.map(({ bytes }) => bytes))));
  });

  it('does not read the sources of a concatenation that is complete', async () => {
    const [key, gone] = [newKey(), newKey()];
    await put(key, 'whole');
    await store.concatenate(key, [{ key: gone, size: 5 }]);
    expect(await (await get(key)).text()).toBe('whole');
  });

  it('creates nothing if a source is missing', async () => {
    const [key, there] = [newKey(), newKey()];
    await put(there, 'x');
    const sources = [there, newKey()].map((source) => ({ key: source, size: 1 }));
    await expect(store.concatenate(key, sources)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await store.sizeOf(key)).toBeNull();
  });
});

describe('an interrupted concatenation', () => {
  it('resumes with the parts that exist', async () => {
    const [first, second] = [randomBytes(minPartBytes), randomBytes(minPartBytes + 1)];
    const [key, firstKey, secondKey] = [randomUUID(), randomUUID(), randomUUID()];
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

describe('a bucket that is unreachable', () => {
  it('fails with service_unavailable and still presigns URLs', async () => {
    const away = new ObjectStore({ ...bucketSettings(), s3Endpoint: new URL('http://127.0.0.1:1') });
    const refusal = { code: 'service_unavailable', type: 'overloaded_error', retryAfterS: 2 };
    await expect(away.sizeOf('x')).rejects.toMatchObject(refusal);
    await expect(away.delete('x')).rejects.toMatchObject(refusal);
    expect(await away.downloadUrl('x', 60)).toMatch(/^http:\/\/127\.0\.0\.1:1\//);
  });

  it('rejects requests with a wrong secret', async () => {
    const stranger = new ObjectStore({ ...bucketSettings(), s3SecretKey: 'wrong-secret' });
    await expect(stranger.sizeOf('x')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await fetch(await stranger.downloadUrl('x', 60))).status).toBe(403);
  });
});

describe('requests to the bucket', () => {
  it('are spans of the call with the operation names of S3, without keys, credentials and addresses', async () => {
    const call = { requestId: 'r', traceparent: `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01` };
    const [key, source] = [randomUUID(), randomUUID()];
    const body = randomBytes(minPartBytes);
    await put(source, body);
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
    const { s3AccessKey, s3SecretKey, s3Endpoint } = bucketSettings();
    for (const secret of [key, source, s3AccessKey, s3SecretKey, s3Endpoint.host, 'X-Amz'])
      expect(JSON.stringify(spans)).not.toContain(secret);
  });
});
