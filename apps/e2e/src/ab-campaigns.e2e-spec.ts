import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, makeProject, uniqueKey } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

interface Recorded {
  completion_id: string;
  model: string;
  ab_campaign: string | null;
  propensity: number | null;
}

describe('A/B campaigns', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  const path = (rest = '') => `/api/v1/projects/${project.key}/${rest}`;
  const own = (method: string, rest: string, body?: object) => call(method, path(rest), { key: project.apiKey, body });

  beforeAll(async () => {
    const base_url = await provider.start();
    project = await makeProject(['inference', 'feedback', 'read', 'manage']);
    for (const key of ['usual', 'a', 'b']) {
      const created = await own('POST', 'models', { key, provider: { kind: 'openai', base_url, model: key } });
      expect(created.status).toBe(201);
    }
    expect((await own('POST', 'metrics', { key: 'helpful', kind: 'bool' })).status).toBe(201);
  });

  afterAll(async () => {
    await call('DELETE', path());
    await provider.stop();
  });

  const started = { metric: 'helpful', models: ['a', 'b'], traffic_split: 1, feedback_type: 'metric' };
  const start = (fields: object = {}) =>
    own('POST', 'ab_campaigns', { key: uniqueKey('trial'), ...started, ...fields });
  const cancel = (key: string) => own('PATCH', `ab_campaigns/${key}`, { status: 'cancelled' });

  /** A campaign for one test, which is over when the test is. */
  async function during<T>(fields: object, test: (campaign: { id: string; key: string }) => Promise<T>): Promise<T> {
    const { status, body } = await start(fields);
    expect(status).toBe(201);
    try {
      return await test(body);
    } finally {
      await cancel(body.key);
    }
  }

  const chat = (fields: object = {}) =>
    call('POST', '/api/v1/chat/completions', {
      key: project.apiKey,
      body: { model: project.key, messages: [{ role: 'user', content: 'Hi' }], ...fields },
    });

  /** What is on record of a chat. */
  async function record(fields: object = {}): Promise<Recorded> {
    const { status, body } = await chat(fields);
    expect(status).toBe(200);
    const kept = await own('GET', `interactions/${body.choices[0]?.completion_id}`);
    expect(kept.status).toBe(200);
    return kept.body as unknown as Recorded;
  }

  it('are started, read, listed, renamed, cancelled and removed', async () => {
    const key = uniqueKey('trial');
    const created = await start({ key, traffic_split: 0.5, auto_deploy: true });
    expect(created.status).toBe(201);
    const settings = { ...started, traffic_split: 0.5, auto_deploy: true };
    expect(created.body).toMatchObject({ key, name: key, ...settings, status: 'warmup', winner: null });
    expect((await own('GET', `ab_campaigns/${created.body.id}`)).body).toEqual(created.body);
    expect((await own('GET', 'ab_campaigns')).body.data).toContainEqual(created.body);
    expect((await own('PATCH', `ab_campaigns/${key}`, { name: 'Trial' })).body.name).toBe('Trial');
    const running = await own('DELETE', `ab_campaigns/${key}`);
    expect([running.status, running.body.error?.code]).toEqual([409, 'campaign_running']);
    expect((await cancel(key)).body).toMatchObject({ status: 'cancelled', name: 'Trial' });
    const again = await cancel(key);
    expect([again.status, again.body.error?.code]).toEqual([409, 'campaign_over']);
    expect((await own('DELETE', `ab_campaigns/${key}`)).status).toBe(204);
    expect((await own('GET', `ab_campaigns/${key}`)).body.error?.code).toBe('ab_campaign_not_found');
  });

  it('are started once by repeated requests with one idempotency key', async () => {
    const body = { key: uniqueKey('trial'), ...started, traffic_split: 0 };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => call('POST', path('ab_campaigns'), { key: project.apiKey, body, headers });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.body]).toEqual([201, first.body]);
    await cancel(body.key);
  });

  it.each([
    [{ models: ['a', 'gone'] }, 404, 'model_not_found', 'models[1]'],
    [{ models: ['a'] }, 400, 'invalid_field', 'models'],
    [{ models: ['a', 'a'] }, 400, 'invalid_field', 'models'],
    [{ metric: 'gone' }, 404, 'metric_not_found', 'metric'],
    [{ traffic_split: 1.5 }, 400, 'invalid_field', 'traffic_split'],
    [{ feedback_type: 'both' }, 400, 'invalid_field', 'feedback_type'],
    [{ extra: 1 }, 400, 'unknown_field', 'extra'],
  ])('are rejected with the path of the wrong field: %j', async (fields, status, code, param) => {
    const refused = await start(fields);
    const { error } = refused.body;
    expect([refused.status, error?.code, error?.param]).toEqual([status, code, param]);
  });

  it('need the permission to manage for changes, and to read for reads', async () => {
    const reader = await call('POST', path('api_keys'), { body: { name: 'reader', permissions: ['read'] } });
    const key = reader.body.api_key;
    expect((await call('GET', path('ab_campaigns'), { key })).status).toBe(200);
    const refused = await call('POST', path('ab_campaigns'), { key, body: { key: uniqueKey('trial'), ...started } });
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'permission_missing']);
  });

  it('take default traffic one at a time and prevent the deletion of their models', async () => {
    await during({}, async () => {
      const second = await start();
      const { error } = second.body;
      expect([second.status, error?.code, error?.param]).toEqual([409, 'campaign_running', 'traffic_split']);
      await during({ traffic_split: 0 }, async () => undefined);
      const removed = await own('DELETE', 'models/a');
      expect([removed.status, removed.body.error?.code]).toEqual([409, 'model_in_campaign']);
    });
  });

  it('draw one model for all requests of a session, and record campaign and propensity', async () => {
    await during({}, async ({ id, key }) => {
      const sessions = Array.from({ length: 40 }, () => randomUUID());
      const first = await Promise.all(sessions.map((session_id) => record({ session_id })));
      const second = await Promise.all(sessions.map((session_id) => record({ session_id })));
      // That all of 40 sessions have the same model happens once in 500,000,000,000 campaigns.
      expect(new Set(first.map(({ model }) => model))).toEqual(new Set([`${project.key}/a`, `${project.key}/b`]));
      expect(second.map(({ model }) => model)).toEqual(first.map(({ model }) => model));
      for (const kept of [...first, ...second]) expect(kept).toMatchObject({ ab_campaign: id, propensity: 0.5 });
      for (const name of [key, id]) {
        const listed = await own('GET', `interactions?limit=100&ab_campaign=${name}`);
        const all = [...first, ...second].map(({ completion_id }) => completion_id);
        expect(listed.body.data.map(({ completion_id }) => completion_id).sort()).toEqual(all.sort());
      }
    });
  });

  it('draw one model for the new sessions of a user', async () => {
    await during({}, async () => {
      const user = randomUUID();
      const models = [await record({ user }), await record({ user }), await record({ user }), await record({ user })];
      expect(new Set(models.map(({ model }) => model)).size).toBe(1);
    });
  });

  it('do not apply to requests that name a model', async () => {
    await during({}, async ({ key }) => {
      const kept = await record({ model: `${project.key}/usual` });
      expect(kept).toMatchObject({ model: `${project.key}/usual`, ab_campaign: null, propensity: null });
      const { status, body } = await chat({ model: `${project.key}/a`, ab_campaign: key });
      expect([status, body.error?.param]).toEqual([400, 'ab_campaign']);
    });
  });

  it('without default traffic apply only to requests that name them, by id or key', async () => {
    await during({ traffic_split: 0 }, async ({ id, key }) => {
      expect(await record()).toMatchObject({ model: `${project.key}/usual`, ab_campaign: null, propensity: null });
      for (const ab_campaign of [id, key]) {
        expect(await record({ ab_campaign })).toMatchObject({ ab_campaign: id, propensity: 0.5 });
      }
      const { status, body } = await chat({ ab_campaign: 'gone' });
      const { code, param } = body.error ?? {};
      expect([status, code, param]).toEqual([404, 'ab_campaign_not_found', 'ab_campaign']);
    });
  });

  it('can be named by text completions of the older revision', async () => {
    await during({ traffic_split: 0 }, async ({ id, key }) => {
      const completionBody = { model: project.key, prompt: 'Hi', ab_campaign: key };
      const { status, body } = await call('POST', '/api/v1/completions', { key: project.apiKey, body: completionBody });
      expect(status).toBe(200);
      const kept = await own('GET', `interactions/${body.choices[0]?.completion_id}`);
      expect(kept.body).toMatchObject({ ab_campaign: id, propensity: 0.5 });
    });
  });

  it('stop applying as soon as their cancellation is answered', async () => {
    const { key } = await during({}, async (campaign) => campaign);
    const usual = { model: `${project.key}/usual`, ab_campaign: null, propensity: null };
    expect(await record()).toMatchObject(usual);
    expect(await record({ ab_campaign: key })).toMatchObject(usual);
  });

  it('can be named in imports by id or key, and are stored by id', async () => {
    await during({ traffic_split: 0 }, async ({ id, key }) => {
      const imported = (ab_campaign: string) =>
        call('POST', '/api/v1/interactions', {
          key: project.apiKey,
          body: { project: project.key, prompt: 'Hi', completion: 'Hello', model_service: 'a', ab_campaign },
        });
      for (const name of [id, key]) {
        const { status, body } = await imported(name);
        expect(status).toBe(201);
        const kept = await own('GET', `interactions/${body.completion_id}`);
        expect((kept.body as unknown as Recorded).ab_campaign).toBe(id);
      }
      const refused = await imported('gone');
      const { code, param } = refused.body.error ?? {};
      expect([refused.status, code, param]).toEqual([404, 'ab_campaign_not_found', 'ab_campaign']);
    });
  });
});
