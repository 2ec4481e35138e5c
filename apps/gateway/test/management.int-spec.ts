import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const secret = 'sk-very-secret';
const provider = { kind: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'gpt', api_key: secret };

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());

async function send(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
  const answer = await gateway.fetch(`/api/v1${path}`, { method, json, headers });
  const text = await answer.text();
  return { status: answer.status, text, body: text === '' ? null : JSON.parse(text) };
}

describe('projects', () => {
  it('are created, read, updated, listed and deleted; each change is in effect when it is answered', async () => {
    const made = await send('POST', '/projects', { key: 'p1', system_prompt: 'Be brief.' });
    expect(made).toMatchObject({ status: 201, body: { key: 'p1', name: 'p1', system_prompt: 'Be brief.' } });
    const { id } = made.body;
    expect(await send('GET', `/projects/${id}`)).toMatchObject({ status: 200, body: made.body });
    expect(await send('PATCH', '/projects/p1', { key: 'p2', name: 'Two' })).toMatchObject({ status: 200 });
    expect(await send('GET', '/projects/p2')).toMatchObject({ body: { id, name: 'Two', system_prompt: 'Be brief.' } });
    expect((await send('GET', '/projects/p1')).status).toBe(404);
    const list = await send('GET', '/projects?limit=100');
    expect(list.body.data).toContainEqual(expect.objectContaining({ id, key: 'p2' }));
    expect(await send('DELETE', '/projects/p2')).toEqual({ status: 204, text: '', body: null });
    expect((await send('GET', `/projects/${id}`)).status).toBe(404);
  });

  it('return the errors of the service that owns them', async () => {
    expect(await send('POST', '/projects', { key: 'demo' })).toMatchObject({
      status: 409,
      body: { error: { type: 'conflict_error', code: 'key_taken', param: 'key' } },
    });
  });
});

describe('an idempotency key', () => {
  const headers = { 'idempotency-key': 'once' };

  it('returns the first response again, the API key included', async () => {
    const body = { name: 'k', permissions: ['read'] };
    const answers = [];
    for (let time = 0; time < 2; time++) answers.push(await send('POST', '/projects/demo/api_keys', body, headers));
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 201, body: { api_key: expect.stringMatching(/^es_[0-9A-Za-z]{43}$/) } });
  });

  it('returns the first response again although a secret was sealed on the way', async () => {
    const body = { key: 'once', provider };
    const first = await send('POST', '/projects/demo/models', body, headers);
    expect(first.status).toBe(201);
    expect(await send('POST', '/projects/demo/models', body, headers)).toEqual(first);
  });

  it('is rejected with another body, and free in another scope', async () => {
    expect((await send('POST', '/projects', { key: 'i1' }, headers)).status).toBe(201);
    expect(await send('POST', '/projects', { key: 'i2' }, headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused' } },
    });
    expect((await send('POST', '/api_keys', { name: 'x' }, headers)).status).toBe(201);
  });

  it.each(['', 'a b', 'x'.repeat(256)])('is rejected when it is %j', async (key) => {
    const answer = await send('POST', '/projects', { key: 'i3' }, { 'idempotency-key': key });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_invalid' } } });
  });
});

describe('API keys', () => {
  it('are shown once', async () => {
    const made = await send('POST', '/projects/demo/api_keys', { name: 'k', permissions: ['data', 'read'] });
    const { id, api_key } = made.body;
    const read = await send('GET', `/projects/demo/api_keys/${id}`);
    const list = await send('GET', '/projects/demo/api_keys');
    expect(read.body).toMatchObject({ id, name: 'k', permissions: ['data', 'read'], expires_at: null });
    expect(read.text + list.text).not.toContain(api_key);
    expect(read.text + list.text).not.toContain('hash');
  });

  it('may be created from their hash, and are then not in the response', async () => {
    const key = `es_${'C'.repeat(43)}`;
    const key_sha256 = createHash('sha256').update(key).digest('hex');
    const made = await send('POST', '/projects/demo/api_keys', { name: 'own', permissions: ['read'], key_sha256 });
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty('api_key');
    expect((await gateway.fetch('/api/v1/projects/demo', { key })).status).toBe(200);
  });

  it('change their permissions at once', async () => {
    const made = await send('POST', '/projects/demo/api_keys', { name: 'k', permissions: ['inference'] });
    const { id, api_key: key } = made.body;
    expect((await gateway.fetch('/api/v1/projects/demo', { key })).status).toBe(403);
    expect((await send('PATCH', `/projects/demo/api_keys/${id}`, { permissions: ['manage'] })).status).toBe(200);
    expect((await gateway.fetch('/api/v1/projects/demo', { key })).status).toBe(200);
  });

  it('show their limits, which can be changed and removed', async () => {
    const limits = { requests_per_minute: 60, concurrent: 2 };
    const made = await send('POST', '/projects/demo/api_keys', { name: 'k', permissions: ['read'], limits });
    expect(made).toMatchObject({ status: 201, body: { limits } });
    const path = `/projects/demo/api_keys/${made.body['id']}`;
    expect((await send('PATCH', path, { name: 'renamed' })).body['limits']).toEqual(limits);
    expect((await send('PATCH', path, { limits: { tokens_per_minute: 9 } })).body['limits']).toEqual({
      tokens_per_minute: 9,
    });
    expect((await send('PATCH', path, { limits: null })).body['limits']).toBeNull();
  });

  it.each([0, -1, 1.5, '5', 1e12])('reject a limit of %j', async (concurrent) => {
    const body = { name: 'k', permissions: ['read'], limits: { concurrent } };
    expect(await send('POST', '/projects/demo/api_keys', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field', param: 'limits.concurrent' } },
    });
  });

  it('with an id that is no uuid are not found', async () => {
    expect(await send('GET', '/projects/demo/api_keys/x')).toMatchObject({
      status: 404,
      body: { error: { code: 'api_key_not_found' } },
    });
  });
});

describe('models', () => {
  it('never show the key of their provider, and keep it while the address is unchanged', async () => {
    const made = await send('POST', '/projects/demo/models', { key: 'm', provider });
    expect(made).toMatchObject({ status: 201, body: { capabilities: ['chat'], provider: { has_api_key: true } } });
    const { api_key: _, ...same } = provider;
    const renamed = await send('PATCH', '/projects/demo/models/m', { provider: { ...same, model: 'other' } });
    expect(renamed.body.provider).toEqual({ ...same, model: 'other', has_api_key: true, base_url_trusted: true });
    const moved = { ...same, base_url: 'http://127.0.0.1:2/v1' };
    expect(await send('PATCH', '/projects/demo/models/m', { provider: moved })).toMatchObject({
      status: 400,
      body: { error: { code: 'api_key_required', param: 'provider.api_key' } },
    });
    const without = await send('PATCH', '/projects/demo/models/m', { provider: { ...moved, api_key: null } });
    expect(without.body.provider).toEqual({ ...moved, has_api_key: false, base_url_trusted: true });
    expect(made.text + renamed.text + without.text).not.toMatch(/secret|sealed/);
  });

  it('are found by id and key only in their own project', async () => {
    const { body } = await send('POST', '/projects/demo/models', { key: 'f', provider: { kind: 'external' } });
    await send('POST', '/projects', { key: 'empty' });
    expect((await send('GET', `/projects/demo/models/${body.id}`)).body).toEqual(body);
    expect((await send('GET', '/projects/demo/models/f')).body).toEqual(body);
    expect(await send('GET', `/projects/empty/models/${body.id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'model_not_found', message: `There is no model 'empty/${body.id}'.` } },
    });
    expect((await send('DELETE', '/projects/demo/models/f')).status).toBe(204);
    expect((await send('GET', '/projects/demo/models/f')).status).toBe(404);
  });
});
