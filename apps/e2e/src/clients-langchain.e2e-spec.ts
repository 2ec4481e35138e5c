import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI, OpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { ClientProvider, type ClientModels } from './support/client-models.js';
import { vectorOf } from './support/provider.js';
import { stack } from './support/stack.js';

jest.setTimeout(60_000);

describe('LangChain', () => {
  const provider = new ClientProvider();
  let models: ClientModels;

  beforeAll(async () => {
    models = await provider.start();
  });

  afterAll(() => provider.stop());

  const options = () => ({
    apiKey: models.apiKey,
    maxRetries: 0,
    configuration: { baseURL: `${stack().url}/api/v1` },
  });
  const chat = (model: string, more: { n?: number; apiKey?: string } = {}) =>
    new ChatOpenAI({ ...options(), model, ...more });

  it('gets an answer', async () => {
    const answer = await chat(models.chat).invoke('Hello');
    expect(answer.text).toBe('Hello there.');
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 7, output_tokens: 3, total_tokens: 10 });
  });

  it('gets and streams an answer by the Responses API, and by Messages of Anthropic', async () => {
    const { chat: model, apiKey } = models;
    const configuration = { baseURL: `${stack().url}/openai/v1` };
    const anthropicApiUrl = `${stack().url}/anthropic`;
    for (const client of [
      new ChatOpenAI({ model, apiKey, maxRetries: 0, configuration, useResponsesApi: true }),
      new ChatAnthropic({ model, apiKey, maxRetries: 0, anthropicApiUrl, maxTokens: 50 }),
    ]) {
      expect((await client.invoke('Hello')).text).toBe('Hello there.');
      let text = '';
      for await (const chunk of await client.stream('Hello')) text += chunk.text;
      expect(text).toBe('Hello there.');
    }
  });

  it('gets several choices', async () => {
    const { generations } = await chat(models.chat, { n: 2 }).generate([['Hello']]);
    expect(generations[0]?.map(({ text }) => text)).toEqual(['Hello there.', 'Hello there.']);
  });

  it('streams an answer with usage', async () => {
    let text = '';
    let outputTokens = 0;
    for await (const chunk of await chat(models.chat).stream('Hello')) {
      text += chunk.text;
      outputTokens += chunk.usage_metadata?.output_tokens ?? 0;
    }
    expect([text, outputTokens]).toEqual(['Hello there.', 3]);
  });

  it('gets and streams a text by the older text completions', async () => {
    const texts = new OpenAI({ ...options(), model: models.chat });
    expect(await texts.invoke('Hello')).toBe('Hello there.');
    let text = '';
    for await (const piece of await texts.stream('Hello')) text += piece;
    expect(text).toBe('Hello there.');
  });

  it('gets vectors', async () => {
    const texts = ['one', 'three'];
    const embeddings = new OpenAIEmbeddings({ ...options(), model: models.vectors });
    expect(await embeddings.embedDocuments(texts)).toEqual(texts.map((text) => [...vectorOf(text, 8)]));
  });

  it.each([
    ['a model that is not there', { status: 404, code: 'model_not_found' }, () => `${models.chat}-not-there`],
    ['a provider that is busy', { status: 503, code: 'provider_rate_limited' }, () => models.busy],
  ])('throws an error that says what was wrong for %s', async (_, error, model) => {
    await expect(chat(model()).invoke('Hello')).rejects.toMatchObject(error);
  });

  it('throws an error with the status 429 when its key has used up its limit', async () => {
    const limited = chat(models.chat, { apiKey: models.limitedKey });
    await limited.invoke('Hello');
    await expect(limited.invoke('Hello')).rejects.toMatchObject({ status: 429, code: 'requests_per_minute_exceeded' });
  });

  it('stops the provider when it aborts a stream', async () => {
    const abort = new AbortController();
    const stream = await chat(models.slow).stream('Hello', { signal: abort.signal });
    const read = async () => {
      for await (const chunk of stream) if (chunk.text) abort.abort();
    };
    await expect(read()).rejects.toThrow();
    await provider.slowWasStopped();
  });
});
