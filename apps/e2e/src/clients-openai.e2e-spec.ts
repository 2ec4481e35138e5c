import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { ClientProvider, type ClientModels } from './support/client-models.js';
import { stack } from './support/stack.js';

jest.setTimeout(60_000);

describe('the official JavaScript client, with a remote provider', () => {
  const provider = new ClientProvider();
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  let models: ClientModels;
  let client: OpenAI;

  beforeAll(async () => {
    models = await provider.start();
    client = new OpenAI({ apiKey: models.apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
  });

  afterAll(() => provider.stop());

  it('gets several choices, whole and put together from a stream', async () => {
    const request = { model: models.chat, messages, n: 3 };
    const whole = await client.chat.completions.create(request);
    expect(whole.choices.map(({ index, message }) => [index, message.content])).toEqual(
      [0, 1, 2].map((index) => [index, 'Hello there.']),
    );
    const streamed = await client.chat.completions.stream(request).finalChatCompletion();
    expect(streamed.choices.map(({ message }) => message.content)).toEqual(Array(3).fill('Hello there.'));
  });

  it('throws a RateLimitError with the time to wait when its key has used up its limit', async () => {
    const limited = client.withOptions({ apiKey: models.limitedKey });
    const chat = () => limited.chat.completions.create({ model: models.chat, messages });
    await chat();
    const refused = chat();
    await expect(refused).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    const error = (await refused.catch((reason: unknown) => reason)) as InstanceType<typeof OpenAI.APIError>;
    expect([error.status, error.code, error.type]).toEqual([429, 'requests_per_minute_exceeded', 'rate_limit_error']);
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0);
  });

  it('stops the provider when it aborts a stream', async () => {
    const stream = await client.chat.completions.create({ model: models.slow, messages, stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    await provider.slowWasStopped();
  });

  it('throws an InternalServerError with the time to wait when the provider is busy', async () => {
    const refused = client.chat.completions.create({ model: models.busy, messages });
    await expect(refused).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    const error = (await refused.catch((reason: unknown) => reason)) as InstanceType<typeof OpenAI.APIError>;
    expect([error.status, error.code, error.type]).toEqual([503, 'provider_rate_limited', 'overloaded_error']);
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0);
  });
});
