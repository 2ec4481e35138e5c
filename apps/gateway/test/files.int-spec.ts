import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bodyOf, FileRequests, pathOf, type Shown } from './file-requests.js';
import { GatewayApp } from './gateway-app.js';
import { unfinished, uploaded } from './scripted-files.controller.js';
import { bucket } from './scripted-storage.controller.js';
import { errorOf } from './upload-requests.js';

const gateway = new GatewayApp();
const files = new FileRequests(gateway);
let stranger = '';

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  for (const project of ['demo', 'other']) await gateway.fetch('/api/v1/projects', { json: { key: project } });
  files.key = await gateway.keyOf('demo', ['data']);
  stranger = await gateway.keyOf('other', ['data']);
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  unfinished.looks = 0;
});

const kinds = ['datasets', 'recipes', 'artifacts'] as const;

describe.each(kinds)('%s', (kind) => {
  it('are listed, read and deleted', async () => {
    const file = await files.made(kind);
    const list = (await (await files.get(`/api/v1/projects/demo/${kind}`)).json()) as { data: Shown[] };
    expect(list.data.map(({ id }) => id)).toContain(file.id);
    const path = `/api/v1/projects/demo/${kind}/${file.id}`;
    expect((await files.get(path)).status).toBe(200);
    const removed = await files.get(path, { method: 'DELETE' });
    expect([removed.status, await removed.text()]).toEqual([204, '']);
    for (const gone of [path, pathOf(kind, file)])
      expect(await errorOf(await files.get(gone))).toMatchObject({
        status: 404,
        code: `${kind.slice(0, -1)}_not_found`,
      });
  });

  it('are downloaded unchanged, as attachments, without content sniffing', async () => {
    const content = randomBytes(100_000);
    const answer = await files.get(pathOf(kind, await files.made(kind, content)), {
      headers: { accept: 'image/avif' },
    });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': '100000',
      'content-disposition': expect.stringMatching(/^attachment; filename=/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^".+"$/),
    });
  });

  it('support ranges, HEAD and conditional requests', async () => {
    const path = pathOf(kind, await files.made(kind, '0123456789'));
    const part = await files.get(path, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    const head = await files.get(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const headers = { 'if-none-match': head.headers.get('etag') as string };
    expect((await files.get(path, { headers })).status).toBe(304);
    const outside = await files.get(path, { headers: { range: 'bytes=10-' } });
    expect([outside.headers.get('content-range'), await errorOf(outside)]).toEqual([
      'bytes */10',
      expect.objectContaining({ status: 416, code: 'range_not_satisfiable' }),
    ]);
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1-2', 'nonsense', `bytes=-${'9'.repeat(400)}`])(
    'come whole where the range is nonsense: %s',
    async (range) => {
      const answer = await files.get(pathOf(kind, await files.made(kind, '0123456789')), { headers: { range } });
      expect([200, 206]).toContain(answer.status);
      expect(await answer.text()).toBe('0123456789');
    },
  );

  it('are waited for while they are assembled', async () => {
    const file = await files.made(kind);
    unfinished.looks = 2;
    expect(await (await files.get(pathOf(kind, file))).text()).toBe('content');
  });

  it('are not visible to other projects', async () => {
    const file = await files.made(kind);
    const paths = [`/api/v1/projects/demo/${kind}/${file.id}`, `/api/v1/projects/demo/${kind}`];
    for (const path of paths) expect((await files.get(path, { key: stranger })).status).toBe(403);
    const elsewhere = kind === 'artifacts' ? pathOf(kind, file) : `/api/v1/projects/other/${kind}/${file.id}/download`;
    expect(await errorOf(await files.get(elsewhere, { key: stranger }))).toMatchObject({
      status: 404,
      code: `${kind.slice(0, -1)}_not_found`,
    });
    expect((await files.get(elsewhere, { key: gateway.adminKey, method: 'HEAD' })).status).toBe(
      kind === 'artifacts' ? 200 : 404,
    );
  });

  it('need the permission for data', async () => {
    const without = await gateway.keyOf('demo', ['inference', 'feedback', 'read', 'manage']);
    const file = await files.made(kind);
    const own = `/api/v1/projects/demo/${kind}`;
    for (const path of [own, `${own}/${file.id}`, pathOf(kind, file)])
      expect(await errorOf(await files.get(path, { key: without }))).toMatchObject({
        status: 403,
        code: 'permission_missing',
      });
    const answer = await files.post(`/projects/demo/${kind}`, bodyOf(kind), { key: without });
    expect(answer.status).toBe(403);
  });

  it('are refused without what they are made of', async () => {
    const unknown = await files.post(`/projects/demo/${kind}`, bodyOf(kind, randomUUID()));
    expect(await errorOf(unknown)).toMatchObject({
      status: 404,
      code: 'session_not_found',
      param: 'upload_session_id',
    });
    const more = await files.post(`/projects/demo/${kind}`, { ...bodyOf(kind), other: 1 });
    expect(await errorOf(more)).toMatchObject({ status: 400, code: 'unknown_field', param: 'other' });
    expect(await errorOf(await files.post(`/projects/demo/${kind}`, {}))).toMatchObject({
      status: 400,
      code: 'missing_field',
    });
  });

  it.each([
    ['..'],
    ['../..'],
    ['../../../etc/passwd'],
    ['..\\..'],
    ['%2e%2e'],
    ['a/../b'],
    ['\0'],
    ['a very long one', 'x'.repeat(10_000)],
  ])('are not found by a path that leads elsewhere: %j', async (shown, name = shown) => {
    const paths = [
      `/api/v1/projects/demo/${kind}/${encodeURIComponent(name)}`,
      `/api/v1/projects/demo/${kind}/${encodeURIComponent(name)}/download`,
      `/artifacts/${encodeURIComponent(name)}/download`,
      `/images/${encodeURIComponent(name)}/x.png`,
    ];
    for (const path of paths) expect([403, 404]).toContain((await files.get(path)).status);
  });
});

describe('an artifact', () => {
  it.each([
    ['weights.bin', 'attachment; filename=weights.bin'],
    ['Größe "7".bin', `attachment; filename="Gr??e \\"7\\".bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%227%22.bin`],
    ['重み.bin', `attachment; filename="??.bin"; filename*=UTF-8''%E9%87%8D%E3%81%BF.bin`],
    ['100%25.bin', `attachment; filename=100%25.bin; filename*=UTF-8''100%2525.bin`],
  ])('is called by its name: %s', async (name, disposition) => {
    const artifact = await files.made('artifacts', 'content', { name });
    const { headers } = await files.get(artifact.url, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toBe(disposition);
  });

  it.each(['a/b', 'a\\b', '..', '.', 'a\r\nx-evil: 1', 'a\tb', ''])(
    'has the name of a file, and not %j',
    async (name) => {
      const answer = await files.post('/projects/demo/artifacts', { name, upload_session_id: uploaded('x') });
      expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'invalid_field', param: 'name' });
    },
  );

  it('is served under both addresses, with its own type, and never as a page', async () => {
    const artifact = await files.made('artifacts', '<script>alert(1)</script>');
    for (const path of [artifact.url, `/api/v1${artifact.url}`]) {
      const { status, headers } = await files.get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html']);
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

it('a path with dots in it as they are leads nowhere', async () => {
  const status = await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.address);
    const path = '/artifacts/../../../etc/passwd/download';
    const pending = request({ hostname, port, path, headers: { authorization: `Bearer ${files.key}` } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    pending.on('error', reject).end();
  });
  expect(status).toBe(404);
});
