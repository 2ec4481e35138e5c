import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { call, makeProject } from '../support/api.js';
import { CallingProvider } from '../support/calling-provider.js';
import { stack } from '../support/stack.js';
import { watchProcesses } from '../support/watched-processes.js';

jest.setTimeout(60_000);

const provider = new CallingProvider();
const messages = [{ role: 'user' as const, content: 'How is the weather in Rome?' }];
const parameters = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] };
const own = { type: 'function' as const, function: { name: 'look_outside', description: 'Looks.', parameters } };
let project: Awaited<ReturnType<typeof makeProject>>;
let tools: string;
let client: OpenAI;

beforeAll(async () => {
  await provider.start();
  project = await makeProject();
  tools = `/api/v1/projects/${project.key}/tools`;
  client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
  for (const [key, capabilities] of [
    ['m', ['chat', 'tools']],
    ['plain', ['chat']],
  ] as const) {
    const body = { key, provider: { kind: 'openai', base_url: `${provider.origin}/v1`, model: 'm' }, capabilities };
    expect((await call('POST', `/api/v1/projects/${project.key}/models`, { body })).status).toBe(201);
  }
  const weather = { key: 'weather', description: 'The weather of a place now.', parameters };
  const endpoint = { kind: 'http', url: `${provider.origin}/tool`, method: 'GET' };
  const body = { ...weather, ...endpoint, headers: { Authorization: 'Bearer tool-secret' } };
  const created = await call('POST', tools, { body });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ key: 'weather', enabled: true, header_names: ['authorization'] });
  expect(JSON.stringify(created.body)).not.toContain('tool-secret');
});

beforeEach(() => {
  provider.requests.length = 0;
  provider.toolCalls.length = 0;
});

afterAll(() => provider.stop());

/** What a request says beside what OpenAI's client knows. */
const ask = (fields: object) => ({ model: `${project.key}/m`, messages, ...fields });

describe('use_tools', () => {
  it('calls the tools of the project and records their calls', async () => {
    const answer = await client.chat.completions.create(ask({ use_tools: true }));
    expect(answer.choices[0]).toMatchObject({ message: { content: 'It is sunny.' }, finish_reason: 'stop' });
    expect(answer.usage?.total_tokens).toBe(20);
    expect(provider.toolCalls).toEqual([{ url: '/tool?place=Rome', authorization: 'Bearer tool-secret' }]);
    const completion = answer.choices[0] as unknown as { completion_id: string };
    const path = `/api/v1/projects/${project.key}/interactions/${completion.completion_id}`;
    const { body } = await call('GET', path);
    expect(body).toMatchObject({
      completion: 'It is sunny.',
      called_tools: [{ round: 1, tool: 'weather', arguments: '{"place":"Rome"}', result: 'sunny', error: null }],
    });
  });

  it('streams the answer', async () => {
    const stream = client.chat.completions.stream(ask({ use_tools: true, stream: true }));
    const whole = await stream.finalChatCompletion();
    expect(whole.choices[0]?.message.content).toBe('It is sunny.');
    expect(provider.toolCalls).toHaveLength(1);
  });

  it('accepts overrides for this request, by id or key; an unknown one is a 400 that names it', async () => {
    const callOptions = {
      key: project.apiKey,
      body: ask({ use_tools: true, tools: [{ id: 'weather', enabled: false }] }),
    };
    const { status, body } = await call('POST', '/api/v1/chat/completions', callOptions);
    expect([status, body.choices[0]?.message.content]).toEqual([200, 'It is hidden.']);
    const wrong = { ...callOptions, body: ask({ use_tools: true, tools: [{ id: 'nothing', enabled: true }] }) };
    const refused = await call('POST', '/api/v1/chat/completions', wrong);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'tool_unknown', param: 'tools[0].id' } } });
  });

  it('is rejected by a model without the capability', async () => {
    const body = ask({ use_tools: true, model: `${project.key}/plain` });
    const refused = await call('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'model_not_capable', param: 'model' } } });
  });
});

describe('a tool of an MCP server that answers a GET with 405 and a body', () => {
  it('can be called repeatedly, and no service fails', async () => {
    const report = watchProcesses();
    const settings = { key: 'forecast', description: 'The weather of a place.', parameters, enabled: false };
    const body = { ...settings, kind: 'mcp', url: `${provider.origin}/mcp`, tool: 'weather' };
    expect((await call('POST', tools, { body })).status).toBe(201);
    const switched = [
      { id: 'weather', enabled: false },
      { id: 'forecast', enabled: true },
    ];
    for (let calls = 0; calls < 10; calls += 1) {
      const callOptions = { key: project.apiKey, body: ask({ use_tools: true, tools: switched }) };
      const answer = await call('POST', '/api/v1/chat/completions', callOptions);
      expect([answer.status, answer.body.choices[0]?.message.content]).toEqual([200, 'It is sunny.']);
    }
    expect(await report()).toEqual({ fallen: [], errors: [] });
    expect((await call('DELETE', `${tools}/forecast`)).status).toBe(204);
  });
});

describe('functions of the caller, with the official client', () => {
  it('are executed by the caller, and their result is answered', async () => {
    const first = await client.chat.completions.create(ask({ tools: [own], parallel_tool_calls: false }));
    const choice = first.choices[0];
    expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } });
    expect(choice?.message.tool_calls).toEqual([
      { id: 'call_1', type: 'function', function: { name: 'look_outside', arguments: '{"place":"Rome"}' } },
    ]);
    expect(provider.requests[0]).toMatchObject({ parallel_tool_calls: false });
    const result = { role: 'tool' as const, tool_call_id: 'call_1', content: 'rainy' };
    const conversation = [...messages, choice?.message, result];
    const second = await client.chat.completions.create(ask({ tools: [own], messages: conversation }));
    expect(second.choices[0]?.message).toMatchObject({ content: 'It is rainy.' });
    expect(provider.requests[1]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1' }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'rainy' },
    ]);
  });

  it('are assembled from a stream', async () => {
    const whole = await client.chat.completions.stream(ask({ tools: [own], stream: true })).finalChatCompletion();
    expect(whole.choices[0]?.finish_reason).toBe('tool_calls');
    expect(whole.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      id: 'call_1',
      function: { name: 'look_outside', arguments: '{"place":"Rome"}' },
    });
  });
});

describe('a tool', () => {
  it('is updated, listed, read by key and deleted', async () => {
    const body = {
      key: 'other',
      description: 'd',
      parameters,
      kind: 'mcp',
      url: 'https://mcp.example/mcp',
      tool: 'find',
    };
    const { status, body: created } = await call('POST', tools, { body });
    expect([status, created.key]).toEqual([201, 'other']);
    const off = await call('PATCH', `${tools}/other`, { body: { enabled: false } });
    expect(off).toMatchObject({ status: 200, body: { enabled: false, tool: 'find' } });
    expect((await call('GET', `${tools}/${created.id}`)).body).toEqual(off.body);
    expect((await call('GET', tools)).body.data.map(({ key }) => key)).toEqual(['weather', 'other']);
    const kind = await call('PATCH', `${tools}/other`, { body: { method: 'GET' } });
    expect(kind).toMatchObject({ status: 409, body: { error: { code: 'tool_kind_fixed', param: 'method' } } });
    expect((await call('DELETE', `${tools}/other`)).status).toBe(204);
    expect(await call('GET', `${tools}/other`)).toMatchObject({
      status: 404,
      body: { error: { code: 'tool_not_found' } },
    });
  });

  it.each([
    [{ url: 'ftp://tool.example/' }, 'url'],
    [{ parameters: { type: 'array' } }, 'parameters'],
    [{ key: 'with.dot' }, 'key'],
    [{ headers: { host: 'x' } }, 'headers'],
    [{ method: 'TRACE' }, 'method'],
  ])('is rejected with %j', async (wrong, param) => {
    const good = { key: 'good', description: 'd', parameters, kind: 'http', url: 'https://t.example/', method: 'GET' };
    const refused = await call('POST', tools, { body: { ...good, ...wrong } });
    expect(refused).toMatchObject({ status: 400, body: { error: { param } } });
  });
});
