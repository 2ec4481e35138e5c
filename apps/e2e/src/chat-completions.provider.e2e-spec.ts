import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { call, makeProject, send, type Body } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { until } from './support/until.js';

describe('chat completions by a remote provider', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    project = await makeProject();
    const model = {
      key: 'remote',
      provider: { kind: 'openai', base_url: baseUrl, api_key: 'sk-provider-secret', model: 'upstream-model' },
      capabilities: ['chat'],
      parameters: { temperature: 0.5 },
      system_prompt: 'Be brief.',
    };
    const made = await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body: model });
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain('sk-provider-secret');
  });

  afterEach(() => {
    provider.script = { words: ['Hello', ' there', '.'] };
  });

  afterAll(() => provider.stop());

  const chat = (body: object = {}, key = project.apiKey) => ({
    key,
    body: { model: project.key, messages: [{ role: 'user', content: 'Hi' }], ...body },
  });
  const events = (text: string) => text.split('\n\n').filter(Boolean);

  it('answers as soon as its model was created, with completion ids for feedback', async () => {
    const { status, body } = await call('POST', '/api/v1/chat/completions', chat());
    expect(status).toBe(200);
    expect(body.choices[0]).toMatchObject({
      index: 0,
      finish_reason: 'stop',
      model: `${project.key}/remote`,
      message: { role: 'assistant', content: 'Hello there.' },
    });
    expect(body.choices[0]?.completion_id).toBe(body.choices[0]?.message?.id);
    expect(body.usage).toEqual({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 });
  });

  it('sends the defaults, system prompt and secret of the model; parameters of the caller override them', async () => {
    await call('POST', '/api/v1/chat/completions', chat({ top_p: 0.9, max_tokens: 5, stop: 'END' }));
    expect(provider.requests.at(-1)).toMatchObject({
      model: 'upstream-model',
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 5,
      stop: ['END'],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    });
    expect(provider.keys.at(-1)).toBe('Bearer sk-provider-secret');
  });

  it('streams in the framing that clients expect, with one session and one completion id', async () => {
    provider.script = { words: ['Grüße', ', ', '世界', ' 🌍'] };
    const response = await send('POST', '/api/v1/chat/completions', chat({ stream: true }));
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const all = events(await response.text());
    expect(all.at(-1)).toBe('data: [DONE]');
    const chunks = all.slice(0, -1).map((event) => JSON.parse(event.replace(/^data: /, '')) as Body);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta?.content).join('')).toBe('Grüße, 世界 🌍');
    expect(new Set(chunks.map((chunk) => `${chunk.session_id} ${chunk.choices[0]?.completion_id}`)).size).toBe(1);
    for (const { choices } of chunks) {
      const id = choices[0]?.completion_id;
      expect(choices[0]?.delta).toMatchObject({ id, role: 'assistant', content: expect.any(String) });
    }
    expect(chunks.every((chunk) => !('usage' in chunk))).toBe(true);
  });

  it('passes the response format on, and records it', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string', pattern: '^[A-Z]' } }, required: ['city'] };
    const response_format = { type: 'json_schema', json_schema: { name: 'place', strict: true, schema } };
    provider.script = { words: ['{"city": ', '"Rome"}'] };
    const { status, body } = await call('POST', '/api/v1/chat/completions', chat({ response_format }));
    expect([status, body.choices[0]?.message.content]).toEqual([200, '{"city": "Rome"}']);
    expect(provider.requests.at(-1)).toMatchObject({ response_format });
    const path = `/api/v1/projects/${project.key}/interactions/${body.choices[0]?.completion_id}`;
    expect((await call('GET', path, { key: project.apiKey })).body).toMatchObject({ parameters: { response_format } });
    await call('POST', '/api/v1/chat/completions', chat({ response_format: { type: 'text' } }));
    expect(provider.requests.at(-1)).not.toHaveProperty('response_format');
  });

  it('returns an error of a provider before the stream as an ordinary error, without its secret', async () => {
    const error = { message: 'key sk-provider-secret is out of credit', code: 'billing' };
    provider.script = { words: [], refuse: { status: 402, body: { error } } };
    const { status, body } = await call('POST', '/api/v1/chat/completions', chat({ stream: true }));
    expect(status).toBe(502);
    expect(body.error?.type).toBe('upstream_error');
    expect(JSON.stringify(body)).not.toContain('sk-provider-secret');
  });

  it('returns a 400 of a provider as a 400 with its message', async () => {
    provider.script = { words: [], refuse: { status: 400, body: { error: { message: 'top_p is odd' } } } };
    const { status, body } = await call('POST', '/api/v1/chat/completions', chat());
    expect([status, body.error?.code]).toEqual([400, 'provider_rejected']);
    expect(body.error?.message).toContain('top_p is odd');
  });

  it('ends a stream that the provider interrupted with an error event and without [DONE]', async () => {
    provider.script = { words: ['a', 'b', 'c'], delayMs: 20, cutAfter: 2 };
    const all = events(await (await send('POST', '/api/v1/chat/completions', chat({ stream: true }))).text());
    expect(all).not.toContain('data: [DONE]');
    expect(JSON.parse(all.at(-1)?.replace(/^data: /, '') ?? '{}')).toMatchObject({ error: { type: 'upstream_error' } });
  });

  it.each([true, false])(
    'aborts the request to the provider within a second when the client disconnects (stream: %s)',
    async (stream) => {
      provider.script = { words: Array.from({ length: 250 }, () => 'x'), delayMs: 100 };
      const before = { requests: provider.requests.length, abandoned: provider.abandoned };
      const client = new AbortController();
      const answer = send('POST', '/api/v1/chat/completions', { ...chat({ stream }), signal: client.signal });
      if (stream) await (await answer).body?.getReader().read();
      await until(() => provider.requests.length > before.requests, 20_000, 10);
      client.abort();
      if (!stream) await expect(answer).rejects.toThrow();
      // A second is promised; the rest is for a machine that is busy with other things. By itself the answer would take
      // far longer.
      await until(() => provider.abandoned > before.abandoned, 20_000, 10);
      expect(provider.abandoned).toBe(before.abandoned + 1);
    },
  );

  it('is rejected without the permission; a missing and a foreign project give the same error', async () => {
    const other = await makeProject(['read']);
    const own = await call('POST', '/api/v1/chat/completions', chat({ model: other.key }, other.apiKey));
    expect(own.status).toBe(403);
    const otherProject = await call('POST', '/api/v1/chat/completions', chat({}, other.apiKey));
    const nobodys = await call('POST', '/api/v1/chat/completions', chat({ model: 'no-such-project' }, other.apiKey));
    expect([otherProject.status, nobodys.status]).toEqual([403, 403]);
    expect(nobodys.body.error?.message.replace('no-such-project', project.key)).toBe(otherProject.body.error?.message);
  });
});
