import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { call, makeProject, send, type Body } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { stack } from './support/stack.js';
import { until } from './support/until.js';

describe('choices and limits of a chat by a remote provider', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    project = await makeProject();
    const remote = { provider: { kind: 'openai', base_url: baseUrl, model: 'm' } };
    for (const [key, capabilities] of [
      ['blind', ['chat']],
      ['seeing', ['chat', 'images']],
    ]) {
      const body = { ...remote, key, capabilities };
      const created = await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body });
      expect(created.status).toBe(201);
    }
  });

  afterEach(() => {
    provider.script = { words: ['Hello', ' there', '.'] };
  });

  afterAll(() => provider.stop());

  const messages = [{ role: 'user', content: 'Hi' }];
  const chat = (body: object) => ({ key: project.apiKey, body: { model: project.key, messages, ...body } });
  const post = (body: object) => call('POST', '/api/v1/chat/completions', chat(body));
  const eventsOf = async (body: object) => {
    const answer = await send('POST', '/api/v1/chat/completions', chat({ ...body, stream: true }));
    return (await answer.text()).split('\n\n').filter(Boolean);
  };
  const parse = (event: string) => JSON.parse(event.replace(/^data: /, '')) as Body;

  it('gives n choices, each with its own completion and end', async () => {
    const { status, body } = await post({ n: 3 });
    expect(status).toBe(200);
    expect(body.choices.map((one) => [one.index, one.message.content, one.finish_reason])).toEqual(
      [0, 1, 2].map((index) => [index, 'Hello there.', 'stop']),
    );
    expect(new Set(body.choices.map((one) => one.completion_id)).size).toBe(3);
    expect(body.choices.every((one) => one.completion_id === one.message.id)).toBe(true);
    expect(body.usage).toEqual({ prompt_tokens: 7, completion_tokens: 9, total_tokens: 16 });
  });

  it('streams n choices interleaved by index, one choice per event, each with its own end', async () => {
    const events = await eventsOf({ n: 2, stream_options: { include_usage: true } });
    expect(events.pop()).toBe('data: [DONE]');
    const chunks = events.map(parse);
    expect(chunks.pop()?.usage.completion_tokens).toBe(6);
    expect(chunks.every((chunk) => chunk.choices.length === 1)).toBe(true);
    const pieces = chunks.flatMap((chunk) => chunk.choices);
    for (const index of [0, 1]) {
      const own = pieces.filter((piece) => piece.index === index);
      expect(own.map((piece) => piece.delta.content).join('')).toBe('Hello there.');
      expect(own.map((piece) => piece.finish_reason).filter(Boolean)).toEqual(['stop']);
      expect(own.at(-1)?.finish_reason).toBe('stop');
      expect(new Set(own.map((piece) => piece.completion_id)).size).toBe(1);
    }
    expect(new Set(pieces.map((piece) => piece.completion_id)).size).toBe(2);
  });

  it.each([{ n: 0 }, { max_tokens: 0 }, { n: 3, max_tokens: 0 }])(
    'sends no request to the provider for %j',
    async (fields) => {
      const requestCount = provider.requests.length;
      const { status, body } = await post(fields);
      expect([status, body.choices.length]).toEqual([200, 'n' in fields ? fields.n : 1]);
      expect(body.choices.every((one) => one.message.content === '' && one.finish_reason === 'length')).toBe(true);
      expect(body.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
      expect(provider.requests).toHaveLength(requestCount);
    },
  );

  it('streams only its end for n: 0, and usage if requested', async () => {
    expect(await eventsOf({ n: 0 })).toEqual(['data: [DONE]']);
    const [usage, ...rest] = await eventsOf({ n: 0, stream_options: { include_usage: true } });
    expect(parse(usage ?? '')).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
    expect(rest).toEqual(['data: [DONE]']);
  });

  it.each([true, false])(
    'is a 504 where the first token is late, and aborts the request to the provider (stream: %s)',
    async (stream) => {
      provider.script = { words: ['late'], delayMs: 5_000 };
      const left = provider.abandoned;
      const { status, body } = await post({ max_ttft_ms: 200, stream });
      expect([status, body.error?.code, body.error?.type]).toEqual([504, 'ttft_exceeded', 'timeout_error']);
      await until(() => provider.abandoned > left, 20_000, 10);
    },
  );

  it.each([true, false])(
    'may take its time once it has begun, or where there is no limit (stream: %s)',
    async (stream) => {
      provider.script = { words: ['a', 'b', 'c'], delayMs: 400 };
      for (const max_ttft_ms of [1_000, 0]) expect((await post({ max_ttft_ms, stream })).status).toBe(200);
    },
  );

  it('sends images and names to a provider whose model can see', async () => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: `data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}` },
    ];
    const seen = [{ role: 'user', name: 'Ann', content }];
    const { status } = await post({ model: `${project.key}/seeing`, messages: seen });
    expect(status).toBe(200);
    const refused = await post({ model: `${project.key}/blind`, messages: seen });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'model_not_capable']);
  });

  it('gives the official client n choices, and stops when it aborts the stream', async () => {
    const client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
    const request = { model: project.key, messages: [{ role: 'user' as const, content: 'Hi' }], n: 2 };
    const whole = await client.chat.completions.create(request);
    expect(whole.choices.map((choice) => choice.message.content)).toEqual(['Hello there.', 'Hello there.']);

    provider.script = { words: Array.from({ length: 100 }, () => 'x'), delayMs: 100 };
    const left = provider.abandoned;
    const stream = await client.chat.completions.create({ ...request, stream: true });
    for await (const chunk of stream) {
      expect(chunk.choices[0]?.delta.content).toBe('x');
      stream.controller.abort();
    }
    await until(() => provider.abandoned > left, 20_000, 10);
  });
});
