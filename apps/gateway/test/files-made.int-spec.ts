import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bodyOf, FileRequests, pathOf, type Shown } from './file-requests.js';
import { GatewayApp } from './gateway-app.js';
import { badZip, unfinished, uploaded } from './scripted-files.controller.js';
import { bucket } from './scripted-storage.controller.js';
import { errorOf } from './upload-requests.js';

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
  unfinished.looks = 0;
});

describe('a new dataset', () => {
  it('is returned at once, with its progress', async () => {
    const answer = await files.post('/projects/demo/datasets', { key: 'chats', upload_session_id: uploaded('{}') });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ key: 'chats', name: 'chats', status: 'processing', percent: 0 });
    expect(await (await files.get('/api/v1/projects/demo/datasets/chats')).json()).toMatchObject({ rows: 0, bytes: 0 });
  });

  it('has a unique key', async () => {
    const { key: taken } = await files.made('datasets');
    const answer = await files.post('/projects/demo/datasets', { key: taken, upload_session_id: uploaded('x') });
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'key_taken', param: 'key' });
  });

  it('cannot be downloaded in recipe format before it is converted', async () => {
    const dataset = await files.made('datasets');
    const answer = await files.get(`${pathOf('datasets', dataset)}?format=recipe`);
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'dataset_not_ready' });
    const other = await files.get(`${pathOf('datasets', dataset)}?format=parquet`);
    expect(await errorOf(other)).toMatchObject({ status: 400, param: 'format' });
  });
});

describe('a dataset that is processed', () => {
  it('can be cancelled, and again', async () => {
    const { key } = await files.made('datasets');
    const cancelled = await files.post(`/projects/demo/datasets/${key}/cancel`);
    expect(cancelled.status).toBe(200);
    const dataset = await cancelled.json();
    expect(dataset).toMatchObject({ key, status: 'cancelled', cancelled_at: expect.any(String) });
    expect(await (await files.post(`/projects/demo/datasets/${key}/cancel`)).json()).toEqual(dataset);
  });

  it('that is not there cannot be cancelled', async () => {
    const answer = await files.post('/projects/demo/datasets/none/cancel');
    expect(await errorOf(answer)).toMatchObject({ status: 404, code: 'dataset_not_found' });
  });
});

describe('a new recipe', () => {
  it('is returned once it is checked, however long that takes', async () => {
    unfinished.looks = 3;
    const answer = await files.post('/projects/demo/recipes', bodyOf('recipes'));
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ entry_point: 'main.py', entries: 1, unpacked_size: 7 });
    expect(unfinished.looks).toBeLessThan(0);
  });

  it('is rejected with the problem of its zip', async () => {
    const answer = await files.post('/projects/demo/recipes', bodyOf('recipes', uploaded(badZip)));
    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'recipe_invalid', param: 'upload_session_id' });
  });

  it('is created once under one idempotency key', async () => {
    const body = bodyOf('recipes');
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await files.post('/projects/demo/recipes', body, { headers }),
      await files.post('/projects/demo/recipes', body, { headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
  });

  it('for all projects is available in each; only installation keys create and delete it', async () => {
    const body = bodyOf('recipes');
    expect(await errorOf(await files.post('/recipes', body))).toMatchObject({
      status: 403,
      code: 'admin_key_required',
    });
    const shared = await files.post('/recipes', body, { key: gateway.adminKey });
    const recipe = (await shared.json()) as Shown & { project_id: string | null };
    expect([shared.status, recipe.project_id]).toEqual([201, null]);
    for (const path of [`/api/v1/projects/demo/recipes/${recipe.key}`, `/api/v1/recipes/${recipe.key}`]) {
      expect(await (await files.get(path)).json()).toEqual(recipe);
      const file = await files.get(`${path}/download`);
      expect([file.status, await file.text()]).toEqual([200, 'content']);
    }
    const path = `/api/v1/recipes/${recipe.id}`;
    expect((await files.get(path, { method: 'DELETE' })).status).toBe(403);
    expect((await files.get(path, { method: 'DELETE', key: gateway.adminKey })).status).toBe(204);
    expect((await files.get(path)).status).toBe(404);
  });
});
