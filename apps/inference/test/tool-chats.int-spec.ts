import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatRequest, ChatTools, Tool } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { lastValueFrom, tap, toArray } from 'rxjs';
import { v7 } from 'uuid';
import { McpDouble } from './mcp-double.js';
import { until } from '@earshot/messaging/testing';
import { calls, inTurn, textScript } from './openai-double.js';
import { ToolDouble } from './tool-double.js';
import { textOf, InferenceApp } from './inference-app.js';

let app: InferenceApp;
let weather: ToolDouble;
let mcp: McpDouble;

beforeAll(async () => {
  [weather, mcp] = await Promise.all([ToolDouble.listen(), McpDouble.listen()]);
  app = await InferenceApp.begin({ EARSHOT_TOOLS_ALLOWED_NETWORKS: '127.0.0.1/32', EARSHOT_TOOLS_TIMEOUT_S: '3' });
}, 60_000);

afterAll(async () => {
  await app.end();
  await Promise.all([weather.close(), mcp.close()]);
}, 60_000);

beforeEach(() => {
  weather.answer = (_, response) => void response.end('sunny');
  weather.seen.length = 0;
  app.upstream.requests.length = 0;
});

const offered = (fields: Partial<ChatTools> = {}): ChatTools => ({
  switches: [],
  functions: [],
  choice: null,
  parallel: null,
  ...fields,
});

async function capableProject(): Promise<Project> {
  const project = await app.makeProject();
  await app.makeModel(project.id, 'm', { capabilities: ['chat', 'tools'] });
  return project;
}

function makeWeather(projectId: string, changes: Partial<Tool> = {}): Promise<Tool> {
  const endpoint = { kind: 'http' as const, url: weather.url, method: 'GET' as const };
  return app.makeTool(projectId, 'weather', { endpoint, ...changes });
}

async function answerAndRecord(projectId: string, changes: Partial<ChatRequest>) {
  const { request, answer } = app.ask(projectId, { tools: offered(), ...changes });
  const chunks = (await lastValueFrom(answer.pipe(toArray()))).flat();
  return { chunks, record: await app.recordOf(request) };
}

describe.each([true, false])('a tool that the model calls (streamed: %s)', (stream) => {
  it('is called, its result is sent to the model, and the call is recorded', async () => {
    const { id } = await capableProject();
    const toolId = v7();
    const sealed_headers = app.sealHeaders({ authorization: 'Bearer secret' }, toolId);
    await makeWeather(id, { id: toolId, sealed_headers, header_names: ['authorization'] });
    app.upstream.script = inTurn(calls(['weather', '{"place":"Rome","days":[1,2]}']), textScript('It is sunny.'));
    const { chunks, record } = await answerAndRecord(id, { stream });
    expect(textOf(chunks)).toBe('It is sunny.');
    expect(weather.seen).toEqual([
      { method: 'GET', url: '/now?place=Rome&days=1&days=2', authorization: 'Bearer secret', body: '' },
    ]);
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 });
    expect(record).toMatchObject({
      called_tools: [{ round: 1, tool: 'weather', result: 'sunny', error: null }],
      completions: [{ text: 'It is sunny.', finish_reason: 'stop' }],
    });
    expect(JSON.stringify(record)).not.toContain('secret');
    const [first, second] = app.upstream.requests.map(({ body }) => body);
    expect(first?.['tools']).toMatchObject([{ type: 'function', function: { name: 'weather' } }]);
    expect(second?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_0', type: 'function', function: { name: 'weather', arguments: '{"place":"Rome","days":[1,2]}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'sunny' },
    ]);
  });

  it('may be on an MCP server', async () => {
    const { id } = await capableProject();
    const toolId = v7();
    const sealed_headers = app.sealHeaders({ authorization: 'Bearer mcp' }, toolId);
    const endpoint = { kind: 'mcp' as const, url: mcp.url, tool: 'add' };
    await app.makeTool(id, 'sum', { id: toolId, endpoint, sealed_headers, header_names: ['authorization'] });
    await app.makeTool(id, 'fails', { endpoint: { ...endpoint, tool: 'fail' } });
    app.upstream.script = inTurn(calls(['sum', '{"a":2,"b":3}'], ['fails', '{}']), textScript('5'));
    const { record } = await answerAndRecord(id, { stream });
    expect(record?.called_tools).toMatchObject([
      { tool: 'sum', result: '5', error: null },
      { tool: 'fails', result: null, error: 'There is no such place.' },
    ]);
    expect(mcp.authorizations).toContain('Bearer mcp');
  });

  it('and a function of the caller: that call is the answer', async () => {
    const { id } = await capableProject();
    app.upstream.script = calls(['mine', '{"a":1}']);
    const tools = offered({ switches: null, functions: [{ name: 'mine', position: 0 }], choice: { name: 'mine' } });
    const { chunks, record } = await answerAndRecord(id, { stream, tools });
    const pieces = chunks.flatMap(({ choices }) => choices.flatMap(({ tool_calls = [] }) => tool_calls));
    expect(pieces[0]).toMatchObject({ index: 0, id: 'call_0', name: 'mine' });
    expect(pieces.map(({ arguments: text }) => text).join('')).toBe('{"a":1}');
    const reasons = chunks.flatMap(({ choices }) => choices.flatMap(({ finish_reason = [] }) => finish_reason));
    expect(reasons).toEqual(['tool_calls']);
    expect(record?.completions).toMatchObject([
      { finish_reason: 'tool_calls', tool_calls: [{ id: 'call_0', name: 'mine', arguments: '{"a":1}' }] },
    ]);
    expect(app.upstream.requests[0]?.body['tool_choice']).toEqual({ type: 'function', function: { name: 'mine' } });
  });
});

describe('an error of a tool is reported to the model', () => {
  it.each([
    ['a status that is none of success', 'It answered with status 404: no such place'],
    ['no answer in time', 'It did not answer within 3 s.'],
  ])('%s', async (what, error) => {
    const { id } = await capableProject();
    weather.answer = (_, response) => {
      if (what.startsWith('a status')) response.writeHead(404).end('no such place');
    };
    await makeWeather(id);
    app.upstream.script = inTurn(calls(['weather', '{}']), textScript('I do not know.'));
    const { chunks, record } = await answerAndRecord(id, {});
    expect(textOf(chunks)).toBe('I do not know.');
    expect(record?.called_tools).toMatchObject([{ tool: 'weather', result: null, error }]);
    expect(app.upstream.requests[1]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: `Error: ${error}`,
    });
  });
});

describe('tools are offered', () => {
  it('when they are enabled, or switched on for this request, by id or key', async () => {
    const { id } = await capableProject();
    const tool = await makeWeather(id);
    await app.makeTool(id, 'off', { enabled: false });
    const switches = (...states: [string, boolean][]) =>
      offered({ switches: states.map(([name, enabled], position) => ({ id: name, enabled, position })) });
    const names = async (tools: ChatTools) => {
      app.upstream.script = textScript('Hi');
      await app.answerTo(id, { tools });
      const given = app.upstream.requests.at(-1)?.body['tools'] as { function: { name: string } }[] | undefined;
      return given?.map((one) => one.function.name);
    };
    expect(await names(offered())).toEqual(['weather']);
    expect(await names(switches(['off', true]))).toEqual(['weather', 'off']);
    expect(await names(switches(['off', true], [tool.id, false]))).toEqual(['off']);
    expect(await names(switches(['weather', false]))).toBeUndefined();
    await expect(names(switches(['off', true], ['nothing', true]))).rejects.toMatchObject({
      code: 'tool_unknown',
      param: 'tools[1].id',
    });
  });

  it('only to models that can call them', async () => {
    const project = await app.makeProject();
    await app.makeModel(project.id, 'm');
    await expect(app.answerTo(project.id, { tools: offered() })).rejects.toMatchObject({ code: 'model_not_capable' });
    const messages = [{ role: 'tool' as const, content: 'sunny', tool_call_id: 'x' }];
    await expect(app.answerTo(project.id, { messages })).rejects.toMatchObject({ code: 'model_not_capable' });
    expect(app.upstream.requests).toEqual([]);
  });

  it('under unique names', async () => {
    const { id } = await capableProject();
    await makeWeather(id);
    const functions = [{ name: 'weather', position: 3 }];
    await expect(app.answerTo(id, { tools: offered({ functions }) })).rejects.toMatchObject({
      code: 'tool_name_taken',
      param: 'tools[3].function.name',
    });
    await expect(app.answerTo(id, { tools: offered({ choice: { name: 'no' } }) })).rejects.toMatchObject({
      code: 'tool_unknown',
      param: 'tool_choice',
    });
  });
});

it('a caller that disconnects ends its running calls, and executed calls are recorded', async () => {
  const { id } = await capableProject();
  await makeWeather(id);
  weather.answer = () => undefined;
  app.upstream.script = calls(['weather', '{}']);
  const { request, answer } = app.ask(id, { tools: offered(), stream: true });
  const subscription = answer.subscribe({ error: () => undefined });
  await until(() => weather.seen.length === 1, 'the call');
  const before = weather.broken;
  subscription.unsubscribe();
  await until(() => weather.broken > before, 'the call to end');
  expect(await app.recordOf(request)).toMatchObject({
    completions: [{ finish_reason: 'cancelled' }],
    called_tools: [{ tool: 'weather', error: 'Cancelled.' }],
  });
});

it('a stream starts before a tool is called, so that it is kept alive, and never restarts', async () => {
  const { id } = await capableProject();
  await makeWeather(id);
  const pieces: unknown[] = [];
  let earlierMessages: unknown[] | undefined;
  weather.answer = (_, response) => {
    void until(() => pieces.length > 0, 'the stream to begin').then(() => {
      earlierMessages = [...pieces];
      response.end('sunny');
    });
  };
  app.upstream.script = inTurn(calls(['weather', '{}']), textScript('Sunny.'));
  const { answer } = app.ask(id, { tools: offered(), stream: true });
  await lastValueFrom(
    answer.pipe(
      tap((chunks) => pieces.push(...chunks.flatMap(({ choices }) => choices))),
      toArray(),
    ),
  );
  expect(earlierMessages).toEqual([{ index: 0, text: '' }]);
});
