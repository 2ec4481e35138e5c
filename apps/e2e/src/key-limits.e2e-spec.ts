import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, makeProject, send } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

describe('a key with limits', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const base_url = await provider.start();
    project = await makeProject();
    const body = { key: 'm', provider: { kind: 'openai', base_url, model: 'm' }, capabilities: ['chat', 'embeddings'] };
    expect((await call('POST', `/api/v1/projects/${project.key}/models`, { body })).status).toBe(201);
  });

  afterAll(() => provider.stop());

  async function limited(limits: object): Promise<{ id: string; key: string }> {
    const body = { name: 'limited', permissions: ['inference'], limits };
    const created = await call('POST', `/api/v1/projects/${project.key}/api_keys`, { body });
    expect(created.status).toBe(201);
    return { id: created.body.id, key: created.body.api_key };
  }

  const chat = (key: string, stream = false) =>
    send('POST', '/api/v1/chat/completions', {
      key,
      body: { model: project.key, stream, messages: [{ role: 'user', content: 'Hi' }] },
    });

  async function refusal(answer: Response) {
    const { error } = (await answer.json()) as { error: { type: string; code: string } };
    const retryAfter = Number(answer.headers.get('retry-after'));
    return { status: answer.status, type: error.type, code: error.code, comesBack: retryAfter > 0 && retryAfter <= 60 };
  }

  /** Several gateways tell each other what they admitted within 250 ms; the next request may reach another. */
  const exchanged = () => sleep(1_000);

  const refusedFor = (code: string) => ({ status: 429, type: 'rate_limit_error', code, comesBack: true });

  it('gets its remaining requests, then 429 with Retry-After, and is accepted once its limit is raised', async () => {
    const { id, key } = await limited({ requests_per_minute: 2 });
    for (const left of ['1', '0']) {
      const answer = await chat(key);
      await answer.text();
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([200, left]);
      expect(answer.headers.get('ratelimit-limit')).toBe('2');
      expect(answer.headers.get('ratelimit-policy')).toContain('2;w=60');
      await exchanged();
    }
    const requestCount = provider.requests.length;
    const refused = await chat(key);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(await refusal(refused)).toEqual(refusedFor('requests_per_minute_exceeded'));
    const input = { key, body: { model: project.key, input: 'Hi' } };
    expect(await refusal(await send('POST', '/api/v1/embeddings', input))).toEqual(
      refusedFor('requests_per_minute_exceeded'),
    );
    expect(provider.requests).toHaveLength(requestCount);
    const body = { limits: { requests_per_minute: 100 } };
    expect((await call('PATCH', `/api/v1/projects/${project.key}/api_keys/${id}`, { body })).status).toBe(200);
    expect((await chat(key)).status).toBe(200);
  });

  it('is charged the tokens that its provider counted', async () => {
    const { key } = await limited({ tokens_per_minute: 11 });
    // Ten tokens each: the first leaves one, so the second is still let in.
    for (const stream of [false, true]) {
      const answer = await chat(key, stream);
      await answer.text();
      expect(answer.status).toBe(200);
      await exchanged();
    }
    expect(await refusal(await chat(key))).toEqual(refusedFor('tokens_per_minute_exceeded'));
  });

  it('frees its slot when the answer has ended', async () => {
    const { key } = await limited({ concurrent: 1 });
    let open: () => void = () => undefined;
    provider.script = { words: ['first', ' last'], gate: new Promise<void>((resolve) => (open = resolve)) };
    const held = await chat(key, true);
    await exchanged();
    expect(await refusal(await chat(key))).toEqual(refusedFor('concurrent_requests_exceeded'));
    open();
    expect(await held.text()).toContain('[DONE]');
    await exchanged();
    expect((await chat(key)).status).toBe(200);
  });
});
