import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { addModel, call, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { recordedWithinMs } from './support/records.js';
import { stack } from './support/stack.js';
import { until } from './support/until.js';

jest.setTimeout(120_000);

const toolCall = { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };

describe("OpenAI's dialect", () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let client: OpenAI;
  let request: { model: string; messages: OpenAI.ChatCompletionMessageParam[] };
  const baseURL = () => `${stack().url}/openai/v1`;

  beforeAll(async () => {
    project = await makeProject(['inference', 'read', 'manage', 'feedback']);
    await addModel(project, await provider.start());
    await call('POST', `/api/v1/projects/${project.key}/metrics`, {
      body: { key: 'helpful', name: 'h', kind: 'bool' },
    });
    client = new OpenAI({ apiKey: project.apiKey, baseURL: baseURL(), maxRetries: 0 });
    request = { model: project.key, messages: [{ role: 'user', content: 'Hello' }] };
  });
  afterAll(() => provider.stop());

  it('has the fields of OpenAI in a whole answer, and no others', async () => {
    const { data, response } = await client.chat.completions.create(request).withResponse();
    expect(Object.keys(data).sort()).toEqual(['choices', 'created', 'id', 'model', 'object', 'usage']);
    expect(data.choices).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: 'Hello there.', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ]);
    expect(response.headers.get('x-earshot-completion-ids')).toBe(data.id.replace('chatcmpl-', ''));
    expect(response.headers.get('x-earshot-session-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has a role in the first delta of each choice only, and no ids in deltas', async () => {
    const stream = await client.chat.completions.create({ ...request, n: 2, stream: true });
    const deltas: Record<number, object[]> = { 0: [], 1: [] };
    for await (const { choices } of stream) for (const { index, delta } of choices) deltas[index]?.push(delta);
    for (const [first, ...others] of Object.values(deltas)) {
      expect(first).toMatchObject({ role: 'assistant' });
      for (const delta of others) expect(Object.keys(delta)).toEqual(['content']);
    }
  });

  it('is put together by the helpers of the official JavaScript client', async () => {
    const final = await client.chat.completions.stream(request).finalChatCompletion();
    expect(final.choices[0]?.message).toMatchObject({ role: 'assistant', content: 'Hello there.' });
    provider.script = { words: ['{"a": ', '1}'] };
    const response_format = {
      type: 'json_schema' as const,
      json_schema: { name: 'x', strict: true, schema: { type: 'object', properties: { a: { type: 'integer' } } } },
    };
    const parsed = await client.chat.completions.parse({ ...request, response_format });
    expect(JSON.parse(parsed.choices[0]?.message.content ?? '')).toEqual({ a: 1 });
    provider.script = { words: ['Hello', ' there', '.'] };
  });

  it('passes calls of functions on', async () => {
    const model = {
      key: 'tools',
      name: 'tools',
      provider: { kind: 'openai', base_url: await baseUrlOf(), model: 'm' },
    };
    await call('POST', `/api/v1/projects/${project.key}/models`, {
      body: { ...model, capabilities: ['chat', 'tools'] },
    });
    provider.script = { words: [], message: { content: null, tool_calls: [toolCall] } };
    const tools = [
      { type: 'function' as const, function: { name: 'f', parameters: { type: 'object', properties: {} } } },
    ];
    const final = await client.chat.completions
      .stream({ ...request, model: `${project.key}/tools`, tools })
      .finalChatCompletion();
    expect(final.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ id: 'call_1', function: { name: 'f', arguments: '{"a":1}' } }] },
    });
    provider.script = { words: ['Hello', ' there', '.'] };
  });

  it('has text completions, embeddings and models', async () => {
    const text = await client.completions.create({ model: project.key, prompt: 'Hello' });
    expect(text.choices).toEqual([{ index: 0, text: 'Hello there.', logprobs: null, finish_reason: 'stop' }]);
    const ids = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toContain(`${project.key}/m`);
    expect(await client.models.retrieve(project.key)).toMatchObject({ object: 'model' });
  });

  it("has OpenAI's errors", async () => {
    const error = await client.chat.completions
      .create({ ...request, model: `${project.key}/none` })
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ code: 'model_not_found', type: 'not_found_error', param: 'model' });
  });

  it('is recorded like any other answer, and its id takes feedback, comparisons and reads', async () => {
    const [one, other] = [await client.chat.completions.create(request), await client.chat.completions.create(request)];
    const given = await call('POST', '/api/v1/feedback', {
      key: project.apiKey,
      body: { completion_id: one.id, metric: 'helpful', value: true },
    });
    expect(given.status).toBe(201);
    const compared = await call('POST', '/api/v1/comparison', {
      key: project.apiKey,
      body: { preferred_completion: one.id, other_completion: other.id, metric: 'helpful' },
    });
    expect(compared.status).toBe(201);
    const record = await call('GET', `/api/v1/projects/${project.key}/interactions/${one.id}`);
    expect([record.status, record.body.completion_id]).toEqual([200, one.id.replace('chatcmpl-', '')]);
  });

  /** The address of the provider, as the first model has it. */
  async function baseUrlOf(): Promise<string> {
    const { body } = await call('GET', `/api/v1/projects/${project.key}/models`);
    return (body.data[0] as unknown as { provider: { base_url: string } }).provider.base_url;
  }
});

describe("OpenAI's stored completions", () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let client: OpenAI;

  beforeAll(async () => {
    project = await makeProject(['inference', 'read', 'manage']);
    await addModel(project, await provider.start());
    client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/openai/v1`, maxRetries: 0 });
  });
  afterAll(() => provider.stop());

  const complete = (metadata: Record<string, string>) =>
    client.chat.completions.create({
      model: project.key,
      messages: [{ role: 'user', content: 'Hello' }],
      metadata,
    });

  it('are listed page by page, by model and metadata', async () => {
    const made = [];
    for (const page of ['1', '2', '3']) made.push((await complete({ page, kind: 'listed' })).id);
    const query = { limit: 2, metadata: { kind: 'listed' }, order: 'desc' as const };
    const listed = await until(async () => {
      const ids = [];
      for await (const { id } of client.chat.completions.list(query)) ids.push(id);
      return ids.length === made.length && ids;
    }, recordedWithinMs);
    expect(listed).toEqual(made.reverse());
    const [second] = (await client.chat.completions.list({ metadata: { page: '2' }, model: `${project.key}/m` })).data;
    expect(second?.id).toBe(made[1]);
    await expect(client.chat.completions.list({ order: 'asc' })).rejects.toMatchObject({ status: 400, param: 'order' });
    const admin = new OpenAI({ apiKey: stack().adminKey, baseURL: client.baseURL, maxRetries: 0 });
    await expect(admin.chat.completions.list()).rejects.toMatchObject({ status: 400, param: 'project' });
  });

  it('can be read, relabelled and deleted', async () => {
    const made = await complete({ state: 'new' });
    const read = await client.chat.completions.retrieve(made.id);
    expect(read).toMatchObject({ ...made, choices: made.choices, metadata: { state: 'new' } });
    const messages = [];
    for await (const { role, content } of client.chat.completions.messages.list(made.id))
      messages.push([role, content]);
    expect(messages).toEqual([['user', 'Hello']]);

    const metadata = { state: 'old', by: 'me' };
    expect(await client.chat.completions.update(made.id, { metadata })).toMatchObject({ id: made.id, metadata });
    const idsOf = async (state: string) =>
      (await client.chat.completions.list({ metadata: { state } })).data.map(({ id }) => id);
    expect([await idsOf('old'), await idsOf('new')]).toEqual([[made.id], []]);
    const found = await call('GET', `/api/v1/projects/${project.key}/interactions?label=state:old&text=Hello`);
    expect(found.body.data).toHaveLength(1);

    expect(await client.chat.completions.delete(made.id)).toMatchObject({ id: made.id, deleted: true });
    await expect(client.chat.completions.retrieve(made.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(client.chat.completions.update(made.id, { metadata })).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});
