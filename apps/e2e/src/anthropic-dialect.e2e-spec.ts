import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { addModel, call, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { recordedWithinMs } from './support/records.js';
import { stack } from './support/stack.js';
import { until } from './support/until.js';

jest.setTimeout(120_000);

const words = ['Hello', ' there', '.'];
const weather = {
  name: 'weather',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
  cache_control: { type: 'ephemeral' as const },
};
const toolCall = {
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Rome"}' },
};

describe("Anthropic's dialect, by the official client", () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let client: Anthropic;
  let model: string;

  beforeAll(async () => {
    project = await makeProject(['inference', 'read', 'manage', 'feedback']);
    const base_url = await provider.start();
    await addModel(project, base_url);
    const served = { kind: 'openai', base_url, model: 'm' };
    await call('POST', `/api/v1/projects/${project.key}/models`, {
      body: { key: 'tools', name: 'tools', provider: served, capabilities: ['chat', 'tools', 'images'] },
    });
    const metric = { key: 'helpful', name: 'h', kind: 'bool' };
    await call('POST', `/api/v1/projects/${project.key}/metrics`, { body: metric });
    model = `${project.key}/tools`;
    client = new Anthropic({ apiKey: project.apiKey, baseURL: `${stack().url}/anthropic`, maxRetries: 0 });
  });
  afterAll(() => provider.stop());

  const hello = () => ({ model, max_tokens: 50, messages: [{ role: 'user' as const, content: 'Hello' }] });
  const lastSent = () => provider.requests.at(-1) as Record<string, unknown>;
  const recordOf = (id: string) =>
    until(async () => {
      const { status, body } = await call('GET', `/api/v1/projects/${project.key}/interactions/${id}`);
      return status === 200 && body;
    }, recordedWithinMs);

  it('answers, and leaves the same record as the other dialects', async () => {
    provider.script = { words, usage: { prompt_tokens_details: { cached_tokens: 3 } } };
    const request = { ...hello(), system: 'Be brief.', temperature: 0.5 };
    const message = await client.messages.create(request);
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'Hello there.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 4, cache_read_input_tokens: 3, output_tokens: 3 },
    });
    const openai = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/openai/v1`, maxRetries: 0 });
    const chat = await openai.chat.completions.create({
      model,
      max_tokens: 50,
      temperature: 0.5,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    });
    const [one, other] = (await Promise.all([recordOf(message.id), recordOf(chat.id)])).map((body) => {
      const {
        completion_id: _,
        session_id: __,
        created_at: ___,
        ...record
      } = body as unknown as Record<string, unknown>;
      return { ...record, timings: null };
    });
    expect(one).toEqual(other);
  });

  it('streams all events, which the helper of the client puts together', async () => {
    provider.script = { words, message: { reasoning_content: 'Hm.' } };
    const stream = client.messages.stream(hello());
    const texts: string[] = [];
    stream.on('text', (text) => texts.push(text));
    const final = await stream.finalMessage();
    expect(texts.join('')).toBe('Hello there.');
    expect(final.content).toMatchObject([
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Hello there.' },
    ]);
    expect(final.usage.output_tokens).toBe(3);
  });

  it('calls tools in a loop', async () => {
    provider.script = { words: [], message: { content: null, reasoning_content: 'Hm.', tool_calls: [toolCall] } };
    const first = await client.messages.create({ ...hello(), tools: [weather] });
    expect(first).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'thinking' }, { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Rome' } }],
    });
    provider.script = { words };
    const result = { type: 'tool_result' as const, tool_use_id: 'call_1', content: 'sunny' };
    const second = await client.messages.create({
      ...hello(),
      tools: [weather],
      messages: [
        ...hello().messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: [result] },
      ],
    });
    expect(second.content).toMatchObject([{ text: 'Hello there.' }]);
    expect(lastSent()['messages']).toEqual([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Hm.',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }],
      },
      { role: 'tool', content: 'sunny', tool_call_id: 'call_1' },
    ]);
  });

  it('drops what only Anthropic knows for other providers, and lists it in the response and on record', async () => {
    provider.script = { words };
    const request = { ...hello(), thinking: { type: 'adaptive' as const }, output_config: { effort: 'high' as const } };
    const { data, response } = await client.messages.create(request).withResponse();
    expect(response.headers.get('x-earshot-dropped')).toBe('thinking, output_config');
    expect(await recordOf(data.id)).toMatchObject({ dropped_params: ['thinking', 'output_config'] });
    expect(JSON.stringify(lastSent())).not.toMatch(/thinking|output_config|cache_control/);
    const strict = client.messages.create({ ...request, drop_params: false } as typeof request);
    await expect(strict).rejects.toMatchObject({ status: 400, error: { error: { code: 'unsupported_parameter' } } });
  });

  it('takes feedback on the id of a message', async () => {
    const { id } = await client.messages.create({ ...hello(), metadata: { user_id: 'bob' } });
    const body = { completion_id: id, metric: 'helpful', value: true };
    expect((await call('POST', '/api/v1/feedback', { key: project.apiKey, body })).status).toBe(201);
    expect(await recordOf(id)).toMatchObject({ labels: { user: 'bob' } });
  });

  it('lists models, and counts tokens where the provider does', async () => {
    const ids = [];
    for await (const { id } of client.models.list({ limit: 1 })) ids.push(id);
    expect(ids).toEqual([`${project.key}/m`, model]);
    expect(await client.models.retrieve(model)).toMatchObject({ type: 'model', id: model });
    const counted = client.messages.countTokens({ model, messages: hello().messages });
    await expect(counted).rejects.toMatchObject({ status: 400, error: { error: { code: 'not_supported_yet' } } });
    const admin = new Anthropic({ apiKey: stack().adminKey, baseURL: client.baseURL, maxRetries: 0 });
    const { input_tokens } = await admin.messages.countTokens({ model: 'demo', messages: hello().messages });
    expect(input_tokens).toBeGreaterThan(0);
  });

  it("has Anthropic's errors, from the edge and in a stream", async () => {
    const unknown = client.messages.create({ ...hello(), model: `${project.key}/none` });
    await expect(unknown).rejects.toBeInstanceOf(Anthropic.NotFoundError);
    const wrongKey = new Anthropic({ apiKey: `es_${'0'.repeat(43)}`, baseURL: client.baseURL, maxRetries: 0 });
    await expect(wrongKey.messages.create(hello())).rejects.toMatchObject({
      status: 401,
      error: { type: 'error', error: { type: 'authentication_error' }, request_id: expect.any(String) },
    });
    const broken = await fetch(`${stack().url}/anthropic/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': project.apiKey, 'content-type': 'application/json' },
      body: '{',
    });
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      { type: 'error', error: { type: 'invalid_request_error', code: 'json_malformed' } },
    ]);
    const path = await fetch(`${stack().url}/anthropic/v1/nothing`);
    expect([path.status, await path.json()]).toMatchObject([
      404,
      { type: 'error', error: { type: 'not_found_error' } },
    ]);
    provider.script = {
      words,
      refuse: { status: 429, body: { error: { message: 'slow' } }, headers: { 'retry-after': '1' } },
    };
    await expect(client.messages.create(hello())).rejects.toMatchObject({
      error: { error: { type: 'overloaded_error' } },
    });
    provider.script = { words, cutAfter: 2, delayMs: 100 };
    await expect(client.messages.stream(hello()).finalMessage()).rejects.toMatchObject({
      error: { type: 'error', error: { type: 'api_error', code: 'provider_failed' } },
    });
    provider.script = { words };
  });
});
