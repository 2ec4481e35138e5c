import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImageResponse } from '@earshot/dto-storage';
import { GatewayApp } from './gateway-app.js';
import { anImage } from './images.js';
import { bucket, storageCommands } from './scripted-storage.controller.js';

const gateway = new GatewayApp();
let projectId = '';
let key = '';

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  const project = await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  projectId = ((await project.json()) as { id: string }).id;
  await gateway.fetch('/api/v1/projects', { json: { key: 'other' } });
  key = await gateway.keyOf('demo', ['data', 'inference']);
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  bucket.puts = 0;
  bucket.ranges.length = 0;
  storageCommands.clear();
});

const post = (body: Buffer | string, type = 'image/png', init: { key?: string } = {}) =>
  gateway.fetch('/api/v1/projects/demo/images', {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(Buffer.from(body)),
    key,
    ...init,
  });

async function posted(image = anImage()): Promise<ImageResponse> {
  return (await (await post(image)).json()) as ImageResponse;
}

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}

describe('an uploaded image', () => {
  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
  ] as const)('is named by its content, %s', async (extension, content_type) => {
    const image = anImage(extension);
    const answer = await post(image, 'application/x-www-form-urlencoded');
    const filename = `${createHash('sha256').update(image).digest('hex')}.${extension}`;
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { id: expect.any(String), filename, url: `/images/${projectId}/${filename}`, content_type, size: 1_000 },
    ]);
  });

  it('is stored once, and has one id', async () => {
    const image = anImage();
    const [first, second] = [await posted(image), await posted(image)];
    expect(second).toEqual(first);
    expect(bucket.puts).toBe(1);
  });

  it.each([
    ['no image', 'GIF88a', 'image/gif', 400, 'image_invalid'],
    ['nothing', '', 'image/png', 400, 'image_invalid'],
    ['a form', 'x', 'multipart/form-data; boundary=x', 415, 'unsupported_media_type'],
    ['JSON', '{}', 'application/json', 415, 'unsupported_media_type'],
    ['too much', anImage('png', 20_971_521), 'image/png', 413, 'body_too_large'],
  ])('is rejected when it is %s', async (_, body, type, status, code) => {
    expect(await errorOf(await post(body, type))).toMatchObject({ status, code });
  });

  it('is rejected when it is too large without a declared length', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(anImage('png', 20_971_521)));
        controller.close();
      },
    });
    const init = { method: 'POST', headers: { 'content-type': 'image/png' }, body, duplex: 'half', key };
    const answer = await gateway.fetch('/api/v1/projects/demo/images', init as RequestInit);
    expect(await errorOf(answer)).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it('of 20 MiB is accepted', async () => {
    expect((await post(anImage('png', 20_971_520))).status).toBe(201);
  }, 60_000);

  it('needs the permission for data, in the project', async () => {
    const reader = await gateway.keyOf('demo', ['read']);
    const stranger = await gateway.keyOf('other', ['data']);
    expect(await errorOf(await post(anImage(), 'image/png', { key: reader }))).toMatchObject({ status: 403 });
    expect(await errorOf(await post(anImage(), 'image/png', { key: stranger }))).toMatchObject({
      status: 403,
      code: 'project_forbidden',
    });
  });
});

describe('a requested image', () => {
  it('is returned as it was sent, at both addresses, cacheable for ever', async () => {
    const image = anImage();
    const { url } = await posted(image);
    for (const path of [url, `/api/v1${url}`]) {
      const answer = await gateway.fetch(path, { key, headers: { accept: 'image/avif' } });
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '1000',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        etag: `"${createHash('sha256').update(image).digest('hex')}"`,
      });
    }
  });

  it('supports HEAD without a read from the bucket', async () => {
    const { url } = await posted();
    const answer = await gateway.fetch(url, { key, method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '1000', '']);
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(bucket.ranges).toEqual([]);
  });

  it('is not sent to clients that have cached it', async () => {
    const { url } = await posted();
    const etag = (await gateway.fetch(url, { key, method: 'HEAD' })).headers.get('etag') as string;
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await gateway.fetch(url, { key, headers: { 'if-none-match': value } });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
    }
    expect((await gateway.fetch(url, { key, headers: { 'if-none-match': '"x"' } })).status).toBe(200);
  });

  it('supports ranges, and only the range is read from the bucket', async () => {
    const image = anImage();
    const { url } = await posted(image);
    const answer = await gateway.fetch(url, { key, headers: { range: 'bytes=-10' } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 990-999/1000']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(image.subarray(990))).toBe(true);
    expect(bucket.ranges).toEqual(['bytes=990-999']);
  });

  it('is sent whole when the range is malformed, or for another version', async () => {
    const { url } = await posted();
    expect((await gateway.fetch(url, { key, headers: { range: 'bytes=5-2' } })).status).toBe(200);
    const other = { range: 'bytes=0-1', 'if-range': '"x"' };
    expect((await gateway.fetch(url, { key, headers: other })).status).toBe(200);
  });

  it('has no range outside of it', async () => {
    const { url } = await posted();
    const answer = await gateway.fetch(url, { key, headers: { range: 'bytes=1000-' } });
    expect(answer.headers.get('content-range')).toBe('bytes */1000');
    expect(await errorOf(answer)).toMatchObject({ status: 416, code: 'range_not_satisfiable', param: 'Range' });
  });

  it.each([`${'0'.repeat(64)}.png`, 'x.png', '..%2Fx', `${'0'.repeat(64)}.svg`])(
    'and is not there is a 404: %s',
    async (name) => {
      const answer = await gateway.fetch(`/images/${projectId}/${name}`, { key });
      expect(await errorOf(answer)).toMatchObject({ status: 404, code: 'image_not_found' });
    },
  );

  it('is forbidden to keys of another project, whether or not it exists', async () => {
    const stranger = await gateway.keyOf('other', ['data']);
    const { url } = await posted();
    for (const path of [url, `/images/${projectId}/${'0'.repeat(64)}.png`]) {
      expect(await errorOf(await gateway.fetch(path, { key: stranger }))).toMatchObject({ status: 403 });
    }
    const noPermission = await gateway.keyOf('demo', ['read']);
    expect(await errorOf(await gateway.fetch(url, { key: noPermission }))).toMatchObject({
      code: 'permission_missing',
    });
  });

  it('is read no further once its client has disconnected', async () => {
    const { url } = await posted();
    const brokenOff = new Promise<void>((resolve) => (bucket.brokenOff = resolve));
    bucket.stalls = true;
    const pending = request(gateway.address + url, { headers: { authorization: `Bearer ${key}` } }, (answer) => {
      answer.once('data', () => pending.destroy());
    });
    pending.on('error', () => undefined).end();
    await brokenOff;
    bucket.stalls = false;
  });
});
