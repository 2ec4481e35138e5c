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
