import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayHarness } from './gateway-harness.js';
import { badZip, unfinished, uploaded } from './scripted-files.controller.js';
import { bucket } from './scripted-storage.controller.js';

const gateway = new GatewayHarness();
let key = '';
let stranger = '';

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  for (const project of ['demo', 'other']) await gateway.fetch('/api/v1/projects', { json: { key: project } });
  key = await gateway.keyOf('demo', ['data']);
  stranger = await gateway.keyOf('other', ['data']);
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  unfinished.looks = 0;
});

interface Shown {
  id: string;
  key: string;
  url: string;
  status: string;
}

const kinds = ['datasets', 'recipes', 'artifacts'] as const;
const bodyOf = (kind: string, upload_session_id = uploaded('content')) =>
  kind === 'artifacts' ? { name: 'weights.bin', upload_session_id } : { key: `k-${randomUUID()}`, upload_session_id };
const post = (path: string, json: object, init: RequestInit & { key?: string } = {}) =>
  gateway.fetch(`/api/v1${path}`, { method: 'POST', json, key, ...init });
const get = (path: string, init: RequestInit & { key?: string } = {}) => gateway.fetch(path, { key, ...init });

async function made(kind: string, content: Buffer | string = 'content', more: object = {}): Promise<Shown> {
  const answer = await post(`/projects/demo/${kind}`, { ...bodyOf(kind, uploaded(content)), ...more });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Shown;
}

const pathOf = (kind: string, { id }: Shown) =>
  kind === 'artifacts' ? `/artifacts/${id}/download` : `/api/v1/projects/demo/${kind}/${id}/download`;

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}

describe('a dataset that is made', () => {
  it('is answered with at once, and says how far it is', async () => {
    const answer = await post('/projects/demo/datasets', { key: 'chats', upload_session_id: uploaded('{}') });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ key: 'chats', name: 'chats', status: 'processing', percent: 0 });
    expect(await (await get('/api/v1/projects/demo/datasets/chats')).json()).toMatchObject({ rows: 0, bytes: 0 });
  });

  it('keeps its key from others', async () => {
    const { key: taken } = await made('datasets');
    const answer = await post('/projects/demo/datasets', { key: taken, upload_session_id: uploaded('x') });
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'key_taken', param: 'key' });
  });

  it('can not be had in recipe format before it is converted', async () => {
    const dataset = await made('datasets');
    const answer = await get(`${pathOf('datasets', dataset)}?format=recipe`);
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'dataset_not_ready' });
    const other = await get(`${pathOf('datasets', dataset)}?format=parquet`);
    expect(await errorOf(other)).toMatchObject({ status: 400, param: 'format' });
  });
});

describe('a recipe that is made', () => {
  it('is answered with once it is checked, however long that takes', async () => {
    unfinished.looks = 3;
    const answer = await post('/projects/demo/recipes', bodyOf('recipes'));
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ entry_point: 'main.py', entries: 1, unpacked_size: 7 });
    expect(unfinished.looks).toBeLessThan(0);
  });

  it('is refused with what is wrong with its zip', async () => {
    const answer = await post('/projects/demo/recipes', bodyOf('recipes', uploaded(badZip)));
    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'recipe_invalid', param: 'upload_session_id' });
  });

  it('is made once under one idempotency key', async () => {
    const body = bodyOf('recipes');
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await post('/projects/demo/recipes', body, { headers }),
      await post('/projects/demo/recipes', body, { headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
  });

  it('for all projects is there in each, is made by keys of the installation alone, and removed by them', async () => {
    const body = bodyOf('recipes');
    expect(await errorOf(await post('/recipes', body))).toMatchObject({ status: 403, code: 'admin_key_required' });
    const shared = await post('/recipes', body, { key: gateway.adminKey });
    const recipe = (await shared.json()) as Shown & { project_id: string | null };
    expect([shared.status, recipe.project_id]).toEqual([201, null]);
    for (const path of [`/api/v1/projects/demo/recipes/${recipe.key}`, `/api/v1/recipes/${recipe.key}`]) {
      expect(await (await get(path)).json()).toEqual(recipe);
      const file = await get(`${path}/download`);
      expect([file.status, await file.text()]).toEqual([200, 'content']);
    }
    const path = `/api/v1/recipes/${recipe.id}`;
    expect((await get(path, { method: 'DELETE' })).status).toBe(403);
    expect((await get(path, { method: 'DELETE', key: gateway.adminKey })).status).toBe(204);
    expect((await get(path)).status).toBe(404);
  });
});

describe.each(kinds)('%s', (kind) => {
  it('are listed, read and removed', async () => {
    const file = await made(kind);
    const list = (await (await get(`/api/v1/projects/demo/${kind}`)).json()) as { data: Shown[] };
    expect(list.data.map(({ id }) => id)).toContain(file.id);
    const path = `/api/v1/projects/demo/${kind}/${file.id}`;
    expect((await get(path)).status).toBe(200);
    const removed = await get(path, { method: 'DELETE' });
    expect([removed.status, await removed.text()]).toEqual([204, '']);
    for (const gone of [path, pathOf(kind, file)])
      expect(await errorOf(await get(gone))).toMatchObject({ status: 404, code: `${kind.slice(0, -1)}_not_found` });
  });

  it('come as they are, as attachments, and nobody guesses what they are', async () => {
    const content = randomBytes(100_000);
    const answer = await get(pathOf(kind, await made(kind, content)), { headers: { accept: 'image/avif' } });
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

  it('come in parts, by their head, and not again to who has them', async () => {
    const path = pathOf(kind, await made(kind, '0123456789'));
    const part = await get(path, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const headers = { 'if-none-match': head.headers.get('etag') as string };
    expect((await get(path, { headers })).status).toBe(304);
    const outside = await get(path, { headers: { range: 'bytes=10-' } });
    expect([outside.headers.get('content-range'), await errorOf(outside)]).toEqual([
      'bytes */10',
      expect.objectContaining({ status: 416, code: 'range_not_satisfiable' }),
    ]);
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1-2', 'nonsense', `bytes=-${'9'.repeat(400)}`])(
    'come whole where the range is nonsense: %s',
    async (range) => {
      const answer = await get(pathOf(kind, await made(kind, '0123456789')), { headers: { range } });
      expect([200, 206]).toContain(answer.status);
      expect(await answer.text()).toBe('0123456789');
    },
  );

  it('are waited for while they are put together', async () => {
    const file = await made(kind);
    unfinished.looks = 2;
    expect(await (await get(pathOf(kind, file))).text()).toBe('content');
  });

  it('are out of sight of other projects', async () => {
    const file = await made(kind);
    const paths = [`/api/v1/projects/demo/${kind}/${file.id}`, `/api/v1/projects/demo/${kind}`];
    for (const path of paths) expect((await get(path, { key: stranger })).status).toBe(403);
    const elsewhere = kind === 'artifacts' ? pathOf(kind, file) : `/api/v1/projects/other/${kind}/${file.id}/download`;
    expect(await errorOf(await get(elsewhere, { key: stranger }))).toMatchObject({
      status: 404,
      code: `${kind.slice(0, -1)}_not_found`,
    });
    expect((await get(elsewhere, { key: gateway.adminKey, method: 'HEAD' })).status).toBe(
      kind === 'artifacts' ? 200 : 404,
    );
  });

  it('need the permission for data', async () => {
    const without = await gateway.keyOf('demo', ['inference', 'feedback', 'read', 'manage']);
    const file = await made(kind);
    const own = `/api/v1/projects/demo/${kind}`;
    for (const path of [own, `${own}/${file.id}`, pathOf(kind, file)])
      expect(await errorOf(await get(path, { key: without }))).toMatchObject({
        status: 403,
        code: 'permission_missing',
      });
    const answer = await post(`/projects/demo/${kind}`, bodyOf(kind), { key: without });
    expect(answer.status).toBe(403);
  });

  it('are refused without what they are made of', async () => {
    const unknown = await post(`/projects/demo/${kind}`, bodyOf(kind, randomUUID()));
    expect(await errorOf(unknown)).toMatchObject({
      status: 404,
      code: 'session_not_found',
      param: 'upload_session_id',
    });
    const more = await post(`/projects/demo/${kind}`, { ...bodyOf(kind), other: 1 });
    expect(await errorOf(more)).toMatchObject({ status: 400, code: 'unknown_field', param: 'other' });
    expect(await errorOf(await post(`/projects/demo/${kind}`, {}))).toMatchObject({
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
  ])('and nothing else is found by a path that leads elsewhere: %j', async (shown, name = shown) => {
    const paths = [
      `/api/v1/projects/demo/${kind}/${encodeURIComponent(name)}`,
      `/api/v1/projects/demo/${kind}/${encodeURIComponent(name)}/download`,
      `/artifacts/${encodeURIComponent(name)}/download`,
      `/images/${encodeURIComponent(name)}/x.png`,
    ];
    for (const path of paths) expect([403, 404]).toContain((await get(path)).status);
  });
});

describe('an artifact', () => {
  it.each([
    ['weights.bin', 'attachment; filename=weights.bin'],
    ['Größe "7".bin', `attachment; filename="Gr??e \\"7\\".bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%227%22.bin`],
    ['重み.bin', `attachment; filename="??.bin"; filename*=UTF-8''%E9%87%8D%E3%81%BF.bin`],
    ['100%25.bin', `attachment; filename=100%25.bin; filename*=UTF-8''100%2525.bin`],
  ])('is called by its name: %s', async (name, disposition) => {
    const artifact = await made('artifacts', 'content', { name });
    const { headers } = await get(artifact.url, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toBe(disposition);
  });

  it.each(['a/b', 'a\\b', '..', '.', 'a\r\nx-evil: 1', 'a\tb', ''])(
    'has the name of a file, and not %j',
    async (name) => {
      const answer = await post('/projects/demo/artifacts', { name, upload_session_id: uploaded('x') });
      expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'invalid_field', param: 'name' });
    },
  );

  it('is served under both addresses, in its own type, and never as a page', async () => {
    const artifact = await made('artifacts', '<script>alert(1)</script>');
    for (const path of [artifact.url, `/api/v1${artifact.url}`]) {
      const { status, headers } = await get(path);
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
    const asked = request({ hostname, port, path, headers: { authorization: `Bearer ${key}` } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', reject).end();
  });
  expect(status).toBe(404);
});
