import { describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { stack } from './support/stack.js';

/** The official client, unmodified, as its documentation shows it. */
function client(apiKey = stack().demoKey) {
  return new OpenAI({ apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
}

const messages = [{ role: 'user' as const, content: 'Say something.' }];

describe('the official OpenAI client', () => {
  it('gets an answer from the embedded model', async () => {
    const answer = await client().chat.completions.create({ model: 'demo', messages, max_tokens: 8 });
    expect(answer.object).toBe('chat.completion');
    expect(answer.model).toBe('demo/demo');
    expect(answer.choices).toHaveLength(1);
    expect(answer.choices[0]?.message.role).toBe('assistant');
    expect(['stop', 'length']).toContain(answer.choices[0]?.finish_reason);
    expect(answer.usage?.completion_tokens).toBeGreaterThan(0);
    expect(answer.usage?.total_tokens).toBe(
      (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0),
    );
  });

  it('streams an answer with usage in a separate last chunk', async () => {
    const stream = await client().chat.completions.create({
      model: 'demo/demo',
      messages,
      max_tokens: 8,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const last = chunks.pop();
    expect(last?.choices).toEqual([]);
    expect(last?.usage?.completion_tokens).toBeGreaterThan(0);
    expect(chunks.every((chunk) => chunk.object === 'chat.completion.chunk' && !chunk.usage)).toBe(true);
    expect(['stop', 'length']).toContain(chunks.at(-1)?.choices[0]?.finish_reason);
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
  });

  it('gets several choices for one prompt from the embedded model, whole and streamed', async () => {
    const request = { model: 'demo', messages, max_tokens: 8, n: 3 };
    const one = await client().chat.completions.create({ ...request, n: 1 });
    const whole = await client().chat.completions.create(request);
    expect(whole.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(whole.choices.every(({ finish_reason }) => ['stop', 'length'].includes(finish_reason))).toBe(true);
    expect(whole.usage?.prompt_tokens).toBe(one.usage?.prompt_tokens);
    expect(whole.usage?.completion_tokens).toBeGreaterThanOrEqual(3);
    const ends = new Map<number, string>();
    const stream = await client().chat.completions.create({ ...request, stream: true });
    for await (const { choices } of stream)
      for (const { index, finish_reason } of choices) if (finish_reason) ends.set(index, finish_reason);
    expect([...ends.keys()].sort()).toEqual([0, 1, 2]);
  });

  it('gets the same answer to the same greedy request, streamed or whole', async () => {
    const request = { model: 'demo', messages, max_tokens: 12, temperature: 0 };
    const whole = await client().chat.completions.create(request);
    const stream = await client().chat.completions.create({ ...request, stream: true });
    let streamed = '';
    for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? '';
    expect(streamed).toBe(whole.choices[0]?.message.content);
  });

  it('throws typed errors with their reason', async () => {
    await expect(client('es_wrong').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(client().chat.completions.create({ model: 'demo/nope', messages })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      type: 'not_found_error',
    });
    const tooHot = client().chat.completions.create({ model: 'demo', messages, temperature: 3 });
    await expect(tooHot).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(tooHot).rejects.toMatchObject({ param: 'temperature' });
  });

  it('lists the models that its key may use', async () => {
    const models = await client().models.list();
    expect(models.data.map((model) => model.id).sort()).toEqual(['demo/demo', 'demo/demo-small']);
  });

  it('retrieves a model by the name that the list gives it', async () => {
    const listed = (await client().models.list()).data.find(({ id }) => id === 'demo/demo');
    expect(await client().models.retrieve('demo/demo')).toEqual(listed);
    await expect(client().models.retrieve('demo/nope')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });

  it('assembles a stream with its helper', async () => {
    const options = { stream_options: { include_usage: true } };
    const stream = client().chat.completions.stream({ model: 'demo', messages, max_tokens: 8, ...options });
    const answer = await stream.finalChatCompletion();
    expect(answer.choices[0]?.message.content).toBe(await stream.finalContent());
    expect(answer.usage?.completion_tokens).toBeGreaterThan(0);
  });

  it('reads the id of each request', async () => {
    const { data, request_id } = await client().models.list().withResponse();
    expect(data.data).not.toEqual([]);
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
