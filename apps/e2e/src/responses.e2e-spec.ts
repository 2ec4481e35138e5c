import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { addModel, call, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { stack } from './support/stack.js';

jest.setTimeout(120_000);

const words = ['Hello', ' there', '.'];
const weather = {
  type: 'function' as const,
  name: 'weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false },
  strict: true,
};
const toolCall = {
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Rome"}' },
};

type Sent = { role: string; content: unknown; tool_calls?: unknown; reasoning_content?: string }[];

describe("OpenAI's Responses API", () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let client: OpenAI;
  let model: string;

  beforeAll(async () => {
    project = await makeProject(['inference', 'read', 'manage', 'feedback']);
    const base_url = await provider.start();
    await addModel(project, base_url);
    await call('POST', `/api/v1/projects/${project.key}/models`, {
      body: {
        key: 'tools',
        name: 'tools',
        provider: { kind: 'openai', base_url, model: 'm' },
        capabilities: ['chat', 'tools', 'images'],
      },
    });
    await call('POST', `/api/v1/projects/${project.key}/metrics`, {
      body: { key: 'helpful', name: 'h', kind: 'bool' },
    });
    model = `${project.key}/tools`;
    client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/openai/v1`, maxRetries: 0 });
  });
  afterAll(() => provider.stop());

  const lastSent = () => provider.requests.at(-1)?.['messages'] as Sent;
  const recordOf = (id: string) => call('GET', `/api/v1/projects/${project.key}/interactions/${id}`);

  it('answers a text, and records it like any other chat', async () => {
    provider.script = { words };
    const options = {
      instructions: 'Be brief.',
      metadata: { channel: 'web' },
      temperature: 0.5,
      max_output_tokens: 50,
    };
    const response = await client.responses.create({ model, input: 'Hello', ...options });
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      output_text: 'Hello there.',
      ...options,
    });
    expect(response.usage).toMatchObject({ input_tokens: 7, output_tokens: 3, total_tokens: 10 });
    expect(provider.requests.at(-1)).toMatchObject({ temperature: 0.5, max_completion_tokens: 50 });

    const chat = await client.chat.completions.create({
      model,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      metadata: { channel: 'web' },
      temperature: 0.5,
      max_completion_tokens: 50,
    });
    const [one, other] = [await recordOf(response.id), await recordOf(chat.id)].map(({ body }) => {
      const { completion_id: _, session_id: __, created_at: ___, ...record } = body;
      return { ...record, timings: null };
    });
    expect(one).toEqual(other);
  });

  it('streams all events, which the helper of the official client puts together', async () => {
    provider.script = { words, message: { reasoning_content: 'Hm.' } };
    const stream = client.responses.stream({ model, input: 'Hello' });
    const types = [];
    for await (const event of stream) types.push(event.type);
    const final = await stream.finalResponse();
    expect(types).toEqual(expect.arrayContaining(['response.created', 'response.reasoning_text.delta']));
    expect(types.filter((type) => type === 'response.output_text.delta').length).toBeGreaterThan(0);
    expect(types.at(-1)).toBe('response.completed');
    expect(final.output_text).toBe('Hello there.');
    expect(final.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
  });

  it('goes on with a conversation by `previous_response_id`, in its session and without its instructions', async () => {
    provider.script = { words, message: { reasoning_content: 'Hm.' } };
    const first = await client.responses.create({ model, input: 'Hello', instructions: 'Be brief.' });
    const second = await client.responses.create({ model, input: 'And now?', previous_response_id: first.id });
    expect(lastSent()).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello there.', reasoning_content: 'Hm.' },
      { role: 'user', content: 'And now?' },
    ]);
    const [one, two] = [await recordOf(first.id), await recordOf(second.id)];
    expect(two.body['session_id']).toBe(one.body['session_id']);
    expect(second.previous_response_id).toBe(first.id);
    const unknown = client.responses.create({
      model,
      input: 'x',
      previous_response_id: 'resp_01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
    });
    await expect(unknown).rejects.toMatchObject({ status: 404, param: 'previous_response_id' });
  });

  it('calls functions in a loop, with items or with references to them', async () => {
    provider.script = { words: [], message: { content: null, reasoning_content: 'Hm.', tool_calls: [toolCall] } };
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Weather?' }];
    const first = await client.responses.create({
      model,
      input,
      tools: [weather],
      include: ['reasoning.encrypted_content'],
    });
    expect(first.output).toMatchObject([
      { type: 'reasoning' },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Rome"}' },
    ]);
    provider.script = { words };
    const result = { type: 'function_call_output' as const, call_id: 'call_1', output: 'sunny' };
    const references = first.output.map(({ id }) => ({ type: 'item_reference' as const, id: id as string }));
    const sent = [];
    for (const turn of [first.output as OpenAI.Responses.ResponseInput, references]) {
      const second = await client.responses.create({ model, input: [...input, ...turn, result], tools: [weather] });
      expect(second.output_text).toBe('Hello there.');
      sent.push(lastSent());
    }
    const calls = [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }];
    expect(sent[0]).toEqual([
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, reasoning_content: 'Hm.', tool_calls: calls },
      { role: 'tool', content: 'sunny', tool_call_id: 'call_1' },
    ]);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('is parsed by a schema, and streamed with functions', async () => {
    provider.script = { words: ['{"a": ', '1}'] };
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const format = { type: 'json_schema' as const, name: 'x', strict: true, schema };
    const parsed = await client.responses.parse({ model, input: 'x', text: { format } });
    expect(JSON.parse(parsed.output_text)).toEqual({ a: 1 });
    expect(provider.requests.at(-1)).toMatchObject({ response_format: { json_schema: { name: 'x', schema } } });
    provider.script = { words: [], message: { content: null, tool_calls: [toolCall] } };
    const final = await client.responses.stream({ model, input: 'x', tools: [weather] }).finalResponse();
    expect(final.output).toMatchObject([{ type: 'function_call', arguments: '{"city":"Rome"}' }]);
  });

  it('can be read and deleted, and its ids take feedback', async () => {
    provider.script = { words };
    const created = await client.responses.create({ model, input: 'Hello', instructions: 'Be brief.', user: 'bob' });
    const read = await client.responses.retrieve(created.id);
    const { tools: _, ...fields } = created;
    expect({ ...read, output_text: created.output_text }).toMatchObject({ ...fields, parallel_tool_calls: true });
    const items = [];
    for await (const item of client.responses.inputItems.list(created.id)) items.push(item);
    expect(items).toMatchObject([{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }]);
    for (const completion_id of [created.id, created.output[0]?.id]) {
      const body = { completion_id, metric: 'helpful', value: true };
      expect((await call('POST', '/api/v1/feedback', { key: project.apiKey, body })).status).toBe(201);
    }
    await expect(client.responses.cancel(created.id)).rejects.toMatchObject({ status: 400, code: 'response_ended' });
    const admin = new OpenAI({ apiKey: stack().adminKey, baseURL: client.baseURL, maxRetries: 0 });
    expect(await admin.responses.retrieve(created.id)).toMatchObject({ id: created.id });
    await client.responses.delete(created.id);
    await expect(client.responses.retrieve(created.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('lists what it drops, in the response and on record', async () => {
    provider.script = { words };
    const tools = [weather, { type: 'web_search' as const }];
    const { data, response } = await client.responses.create({ model, input: 'Hello', tools }).withResponse();
    expect(decodeURIComponent(response.headers.get('x-earshot-dropped') ?? '')).toBe('tools[1]');
    expect((await recordOf(data.id)).body).toMatchObject({ dropped_params: ['tools[1]'] });
    const background = client.responses.create({ model, input: 'Hello', background: true });
    await expect(background).rejects.toMatchObject({ status: 400, code: 'unsupported_parameter', param: 'background' });
  });

  it('ends a stream that breaks with its error', async () => {
    provider.script = { words, cutAfter: 2, delayMs: 100 };
    const stream = await client.responses.create({ model, input: 'Hello', stream: true });
    const texts: string[] = [];
    const reading = (async () => {
      for await (const event of stream) if (event.type === 'response.output_text.delta') texts.push(event.delta);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'provider_failed' });
    expect(texts.join('')).not.toBe('');
    const body = JSON.stringify({ model, input: 'Hello', stream: true });
    const headers = { authorization: `Bearer ${project.apiKey}`, 'content-type': 'application/json' };
    const raw = await (await fetch(`${client.baseURL}/responses`, { method: 'POST', headers, body })).text();
    const events = [...raw.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string) as object);
    expect(events.slice(-2)).toMatchObject([
      { type: 'error', code: 'provider_failed' },
      { type: 'response.failed', response: { status: 'failed', error: { code: 'provider_failed' } } },
    ]);
    provider.script = { words, refuse: { status: 400, body: { error: { message: 'no' } } } };
    const refused = client.responses.create({ model, input: 'Hello', stream: true });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'provider_rejected' });
  });
});
