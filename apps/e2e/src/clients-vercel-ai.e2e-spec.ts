import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { APICallError, embedMany, generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import { ClientProvider, type ClientModels } from './support/client-models.js';
import { call, makeProject } from './support/api.js';
import { ScriptedProvider, vectorOf } from './support/provider.js';
import { stack } from './support/stack.js';

jest.setTimeout(60_000);

/** Checks every answer and every chunk against its own schema. */
describe('the AI SDK of Vercel', () => {
  const provider = new ClientProvider();
  let models: ClientModels;
  let earshot: ReturnType<typeof createOpenAICompatible>;

  beforeAll(async () => {
    models = await provider.start();
    const baseURL = `${stack().url}/api/v1`;
    earshot = createOpenAICompatible({ name: 'earshot', baseURL, apiKey: models.apiKey, includeUsage: true });
  });

  afterAll(() => provider.stop());

  const question = (model: string) => ({ model: earshot(model), prompt: 'Hello', maxRetries: 0 });

  it('generates a text', async () => {
    const { text, finishReason, usage } = await generateText(question(models.chat));
    expect([text, finishReason]).toEqual(['Hello there.', 'stop']);
    expect([usage.inputTokens, usage.outputTokens]).toEqual([7, 3]);
  });

  it('streams a text with usage', async () => {
    const errors: unknown[] = [];
    const result = streamText({ ...question(models.chat), onError: ({ error }) => void errors.push(error) });
    let text = '';
    for await (const piece of result.textStream) text += piece;
    expect([text, await result.finishReason, errors]).toEqual(['Hello there.', 'stop', []]);
    expect((await result.usage).outputTokens).toBe(3);
  });

  it('generates and streams a text by the older text completions', async () => {
    const request = { model: earshot.completionModel(models.chat), prompt: 'Hello', maxRetries: 0 };
    expect((await generateText(request)).text).toBe('Hello there.');
    const errors: unknown[] = [];
    const result = streamText({ ...request, onError: ({ error }) => void errors.push(error) });
    let text = '';
    for await (const piece of result.textStream) text += piece;
    expect([text, await result.finishReason, errors]).toEqual(['Hello there.', 'stop', []]);
  });

  it('gets vectors', async () => {
    const texts = ['one', 'three'];
    const model = earshot.embeddingModel(models.vectors);
    const { embeddings, usage } = await embedMany({ model, values: texts, maxRetries: 0 });
    expect(embeddings).toEqual(texts.map((text) => [...vectorOf(text, 8)]));
    expect(usage.tokens).toBe(texts.length);
  });

  it.each([
    ['a model that is not there', 404, () => `${models.chat}-not-there`],
    ['a provider that is busy', 503, () => models.busy],
  ])('throws an APICallError for %s', async (_, statusCode, model) => {
    const error = await generateText(question(model())).catch((reason: unknown) => reason);
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode, isRetryable: statusCode === 503 });
  });

  it('stops the provider when it aborts a stream', async () => {
    const abort = new AbortController();
    const result = streamText({ ...question(models.slow), abortSignal: abort.signal });
    for await (const piece of result.textStream) if (piece) abort.abort();
    await provider.slowWasStopped();
  });
});

describe("the AI SDK's own providers of OpenAI and Anthropic", () => {
  const upstream = new ScriptedProvider();
  const made = {
    index: 0,
    id: 'call_1',
    type: 'function',
    function: { name: 'weather', arguments: '{"city":"Rome"}' },
  };
  const words = ['It is', ' sunny.'];
  let apiKey: string;
  let name: string;

  beforeAll(async () => {
    const project = await makeProject(['inference', 'read']);
    const provider = { kind: 'openai', base_url: await upstream.start(), model: 'm' };
    const body = { key: 'tools', provider, capabilities: ['chat', 'tools'] };
    await call('POST', `/api/v1/projects/${project.key}/models`, { body });
    ({ apiKey } = project);
    name = `${project.key}/tools`;
  });
  afterAll(() => upstream.stop());

  const openai = () => createOpenAI({ apiKey, baseURL: `${stack().url}/openai/v1` });
  const anthropic = () => createAnthropic({ apiKey, baseURL: `${stack().url}/anthropic/v1` });
  const models = {
    responses: () => openai().responses(name),
    chat: () => openai().chat(name),
    messages: () => anthropic()(name),
  };

  it.each(Object.entries(models))('call tools in a loop, whole and streamed: %s', async (_, model) => {
    upstream.script = { words: [], message: { content: null, tool_calls: [made] }, afterTools: { words } };
    const cities: string[] = [];
    const weather = tool({
      description: 'The weather of a city.',
      inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
      execute: ({ city }) => {
        cities.push(city);
        return 'sunny';
      },
    });
    const request = { prompt: 'Hello', tools: { weather }, stopWhen: isStepCount(3), maxRetries: 0 };
    expect((await generateText({ ...request, model: model() })).text).toBe('It is sunny.');
    const errors: unknown[] = [];
    const streamed = streamText({ ...request, model: model(), onError: ({ error }) => void errors.push(error) });
    let text = '';
    for await (const piece of streamed.textStream) text += piece;
    expect([text, errors, cities]).toEqual(['It is sunny.', [], ['Rome', 'Rome']]);
  });
});
