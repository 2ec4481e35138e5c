import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { call, makeProject, uniqueKey } from './support/api.js';
import { stack } from './support/stack.js';

const entity = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  created_at: expect.stringMatching(/Z$/),
  updated_at: expect.stringMatching(/Z$/),
};

describe('projects', () => {
  it('are created, found by id and key, updated and deleted', async () => {
    const key = uniqueKey('p');
    const made = await call('POST', '/api/v1/projects', { body: { key, name: 'One' } });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ ...entity, key, name: 'One' })]);
    for (const idOrKey of [key, made.body.id]) {
      expect((await call('GET', `/api/v1/projects/${idOrKey}`)).body).toEqual(made.body);
    }
    const changed = await call('PATCH', `/api/v1/projects/${key}`, { body: { name: 'Two' } });
    expect([changed.status, changed.body.name]).toEqual([200, 'Two']);
    expect((await call('DELETE', `/api/v1/projects/${key}`)).status).toBe(204);
    const gone = await call('GET', `/api/v1/projects/${key}`);
    expect([gone.status, gone.body.error?.code]).toEqual([404, 'project_not_found']);
  });

  it('have unique keys', async () => {
    const { key } = await makeProject();
    const again = await call('POST', '/api/v1/projects', { body: { key } });
    expect([again.status, again.body.error?.code, again.body.error?.param]).toEqual([409, 'key_taken', 'key']);
  });

  it('are created once under one Idempotency-Key; another body is a conflict', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { key: uniqueKey('once') };
    const first = await call('POST', '/api/v1/projects', { body, headers });
    const second = await call('POST', '/api/v1/projects', { body, headers });
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    const other = await call('POST', '/api/v1/projects', { body: { key: uniqueKey('other') }, headers });
    expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('are deleted and renamed once under one Idempotency-Key, with the first response each time', async () => {
    const { key } = await makeProject();
    const renamed = { body: { key: uniqueKey('renamed') }, headers: { 'idempotency-key': randomUUID() } };
    const first = await call('PATCH', `/api/v1/projects/${key}`, renamed);
    const second = await call('PATCH', `/api/v1/projects/${key}`, renamed);
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    const other = await call('PATCH', `/api/v1/projects/${key}`, { ...renamed, body: { key: uniqueKey('other') } });
    expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_key_reused']);
    const removal = { headers: { 'idempotency-key': randomUUID() } };
    const path = `/api/v1/projects/${renamed.body.key}`;
    expect((await call('DELETE', path, removal)).status).toBe(204);
    expect((await call('DELETE', path, removal)).status).toBe(204);
    expect((await call('DELETE', path, { headers: { 'idempotency-key': randomUUID() } })).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('are listed page by page, each once', async () => {
    const made = await Promise.all([makeProject(), makeProject(), makeProject()]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof call>> = await call(
        'GET',
        `/api/v1/projects?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      );
      expect(page.status).toBe(200);
      seen.push(...page.body.data.map((item) => item.id));
      cursor = page.body.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=nonsense'])('reject a list with %s', async (query) => {
    const { status, body } = await call('GET', `/api/v1/projects?${query}`);
    expect([status, body.error?.param]).toEqual([400, query.split('=')[0]]);
  });

  it('cannot be created by project keys', async () => {
    const { apiKey } = await makeProject();
    const { status } = await call('POST', '/api/v1/projects', { key: apiKey, body: { key: uniqueKey('p') } });
    expect(status).toBe(403);
  });
});

describe('API keys', () => {
  it('are shown once, never listed, and rejected everywhere once revoked', async () => {
    const project = await makeProject(['inference', 'read', 'manage']);
    expect(project.apiKey).toMatch(/^es_[0-9A-Za-z]{43}$/);
    const list = await call('GET', `/api/v1/projects/${project.key}/api_keys`, { key: project.apiKey });
    expect(list.body.data.map(({ id }) => id)).toContain(project.apiKeyId);
    expect(JSON.stringify(list.body)).not.toContain(project.apiKey);
    const path = `/api/v1/projects/${project.key}/api_keys/${project.apiKeyId}`;
    expect((await call('DELETE', path)).status).toBe(204);
    const after = await call('GET', '/api/v1/models', { key: project.apiKey });
    expect([after.status, after.body.error?.type]).toEqual([401, 'authentication_error']);
  });

  it('of the installation may do everything everywhere', async () => {
    const made = await call('POST', '/api/v1/api_keys', { body: { name: uniqueKey('admin') } });
    expect(made.status).toBe(201);
    expect((await call('GET', '/api/v1/projects', { key: made.body.api_key })).status).toBe(200);
    expect((await call('DELETE', `/api/v1/api_keys/${made.body.id}`)).status).toBe(204);
    expect((await call('GET', '/api/v1/projects', { key: made.body.api_key })).status).toBe(401);
  });

  it('are returned again under the same Idempotency-Key', async () => {
    const { key } = await makeProject();
    const options = { body: { name: 'ci', permissions: ['read'] }, headers: { 'idempotency-key': randomUUID() } };
    const first = await call('POST', `/api/v1/projects/${key}/api_keys`, options);
    const second = await call('POST', `/api/v1/projects/${key}/api_keys`, options);
    expect(second.body).toEqual(first.body);
    expect(second.body.api_key).toMatch(/^es_/);
  });
});

describe('models', () => {
  const provider = { kind: 'openai', base_url: 'http://127.0.0.1:9/v1', model: 'm' };
  const remote = (key: string) => ({ key, provider, capabilities: ['chat'] });

  it('have the first one as default, and another one on request', async () => {
    const { key, apiKey } = await makeProject();
    const path = `/api/v1/projects/${key}/models`;
    const first = await call('POST', path, { key: apiKey, body: remote('one') });
    const second = await call('POST', path, { key: apiKey, body: remote('two') });
    expect([first.body.default, second.body.default]).toEqual([true, false]);
    await call('PATCH', `${path}/two`, { key: apiKey, body: { default: true } });
    const list = await call('GET', path, { key: apiKey });
    expect(list.body.data.map((item) => [item.key, item.default])).toEqual([
      ['one', false],
      ['two', true],
    ]);
    const offered = await call('GET', '/api/v1/models', { key: apiKey });
    expect(offered.body.data.map((item) => item.id)).toEqual(expect.arrayContaining([`${key}/one`, `${key}/two`]));
  });

  it('are deleted once under one Idempotency-Key, with the first response each time', async () => {
    const { key, apiKey } = await makeProject();
    const path = `/api/v1/projects/${key}/models`;
    await call('POST', path, { key: apiKey, body: remote('one') });
    const removal = { key: apiKey, headers: { 'idempotency-key': randomUUID() } };
    expect((await call('DELETE', `${path}/one`, removal)).status).toBe(204);
    expect((await call('DELETE', `${path}/one`, removal)).status).toBe(204);
    expect((await call('DELETE', `${path}/one`, { key: apiKey })).status).toBe(404);
  });

  it('report every wrong field by its path, and store nothing', async () => {
    const { key, apiKey } = await makeProject();
    const body = { key: 'Bad Key', provider: { kind: 'openai', base_url: 'ftp://x', model: 'm' }, colour: 'red' };
    const answer = await call('POST', `/api/v1/projects/${key}/models`, { key: apiKey, body });
    expect(answer.status).toBe(400);
    const params = answer.body.error?.details?.map((detail) => detail.param);
    expect(params).toEqual(expect.arrayContaining(['key', 'provider.base_url']));
    expect((await call('GET', `/api/v1/projects/${key}/models`, { key: apiKey })).body.data).toEqual([]);
  });

  it('of other projects are not visible', async () => {
    const { apiKey } = await makeProject();
    const offered = await call('GET', '/api/v1/models', { key: apiKey });
    expect(offered.body.data).toEqual([]);
    expect((await call('GET', '/api/v1/projects/demo/models', { key: apiKey })).status).toBe(403);
    expect((await call('GET', '/api/v1/models', { key: stack().demoKey })).body.data).toHaveLength(2);
  });
});
