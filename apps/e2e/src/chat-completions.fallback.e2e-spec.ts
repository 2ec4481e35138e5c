import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call, makeProject, uniqueKey } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

describe('chat completions when a provider fails', () => {
  const failing = new ScriptedProvider();
  const steady = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let addresses: { failing: string; steady: string };

  beforeAll(async () => {
    addresses = { failing: await failing.start(), steady: await steady.start() };
    project = await makeProject();
  });

  beforeEach(() => {
    steady.script = { words: ['From', ' the', ' other'] };
  });

  afterAll(async () => {
    await failing.stop();
    await steady.stop();
  });

  /** Makes a model that no other test has worn out. @returns its key */
  async function model(base_url: string, fields: object = {}): Promise<string> {
    const key = uniqueKey('model');
    const body = { key, provider: { kind: 'openai', base_url, model: key }, ...fields };
    const created = await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body });
    expect(created.status).toBe(201);
    return key;
  }

  const chat = (name: string) =>
    call('POST', '/api/v1/chat/completions', {
      key: project.apiKey,
      body: { model: `${project.key}/${name}`, messages: [{ role: 'user', content: 'Hi' }] },
    });

  it('retries, and the caller gets its answer', async () => {
    failing.script = { words: ['At last'], refuse: { status: 503, body: {} }, refusals: 2 };
    const { status, body } = await chat(await model(addresses.failing));
    expect([status, body.choices[0]?.message.content]).toEqual([200, 'At last']);
  });

  it('uses the fallback, under its own name and with its own system prompt', async () => {
    failing.script = { words: [], refuse: { status: 500, body: {} } };
    const other = await model(addresses.steady, { system_prompt: 'Be steady.' });
    const { status, body } = await chat(await model(addresses.failing, { fallback: [other] }));
    expect([status, body.choices[0]?.message.content]).toEqual([200, 'From the other']);
    expect(body.choices[0]?.model).toBe(`${project.key}/${other}`);
    expect(steady.requests.at(-1)?.['messages']).toContainEqual({ role: 'system', content: 'Be steady.' });
  });

  it('returns the rate limit of a provider as a 503 with its Retry-After', async () => {
    const refuse = { status: 429, body: { error: { message: 'slow down' } }, headers: { 'retry-after': '90' } };
    failing.script = { words: [], refuse };
    const { status, body, headers } = await chat(await model(addresses.failing));
    expect([status, body.error?.code]).toEqual([503, 'provider_rate_limited']);
    expect(headers.get('retry-after')).toBe('90');
  });

  it('sends no requests to a provider that keeps failing, and returns Retry-After', async () => {
    failing.script = { words: [], refuse: { status: 500, body: {} } };
    const name = await model(addresses.failing);
    const codes = new Set<string | undefined>();
    let retryAfter: string | null = null;
    for (let i = 0; i < 20 && retryAfter === null; i += 1) {
      const { status, body, headers } = await chat(name);
      codes.add(body.error?.code);
      if (status === 503) retryAfter = headers.get('retry-after');
    }
    expect([...codes]).toEqual(['provider_failed', 'provider_unavailable']);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  });

  it('rejects a fallback that the project does not have', async () => {
    const body = { key: uniqueKey('model'), provider: { kind: 'external' }, fallback: ['no-such-model'] };
    const created = await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body });
    expect([created.status, created.body.error?.code, created.body.error?.param]).toEqual([
      400,
      'fallback_invalid',
      'fallback[0]',
    ]);
  });
});
