import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FileRequests, pathOf } from './file-requests.js';
import { GatewayApp } from './gateway-app.js';
import { publicBucket } from './scripted-files.controller.js';
import { bucket } from './scripted-storage.controller.js';

const gateway = new GatewayApp();
const files = new FileRequests(gateway);

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  files.key = await gateway.keyOf('demo', ['data']);
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  publicBucket.isReached = true;
  bucket.ranges.length = 0;
  bucket.authorizations.length = 0;
});
afterEach(() => {
  publicBucket.isReached = false;
});

const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.get(path, { headers, method, redirect: 'manual' });

describe.each(['datasets', 'recipes', 'artifacts'] as const)(
  'a download of %s where clients reach the bucket',
  (kind) => {
    it('is redirected to it, and no cache keeps the address', async () => {
      const file = await files.made(kind);
      const answer = await request(pathOf(kind, file));
      expect([answer.status, await answer.text()]).toEqual([307, '']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        location: `${bucket.urlOf(file.id)}?X-Amz-Signature=s3cret`,
        'cache-control': 'no-store',
        etag: `"${file.id}"`,
      });
      expect(bucket.ranges).toEqual([]);
    });

    it('reaches a client that follows, whole and in ranges, without the key of the client', async () => {
      const path = pathOf(kind, await files.made(kind, '0123456789'));
      expect(await (await files.get(path)).text()).toBe('0123456789');
      const part = await files.get(path, { headers: { range: 'bytes=2-4' } });
      expect([part.status, await part.text()]).toEqual([206, '234']);
      expect(bucket.authorizations).toEqual([undefined, undefined]);
    });

    it('is answered by the gateway where no bytes are needed', async () => {
      const file = await files.made(kind, '0123456789');
      const path = pathOf(kind, file);
      const head = await request(path, {}, 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
      expect((await request(path, { 'if-none-match': `"${file.id}"` })).status).toBe(304);
      expect((await request(path, { range: 'bytes=10-' })).status).toBe(416);
    });

    it.each([
      ['for another version', { range: 'bytes=2-4', 'if-range': '"other"' }],
      ['that is malformed', { range: 'bytes=5-2' }],
      ['of several parts', { range: 'bytes=0-1,3-4' }],
    ])('comes whole from the gateway with a range %s, which the bucket may apply', async (_, headers) => {
      const answer = await request(pathOf(kind, await files.made(kind, '0123456789')), headers);
      expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
    });

    it('is redirected with a range for the current version', async () => {
      const file = await files.made(kind, '0123456789');
      const answer = await request(pathOf(kind, file), { range: 'bytes=2-4', 'if-range': `"${file.id}"` });
      expect(answer.status).toBe(307);
    });

    it('is redirected only for callers that may read it', async () => {
      const path = pathOf(kind, await files.made(kind));
      const without = await gateway.keyOf('demo', ['inference', 'feedback', 'read', 'manage']);
      const answer = await files.get(path, { key: without, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    });
  },
);
