import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addModel, call, send, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

jest.setTimeout(60_000);

describe('a large chat', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    project = await makeProject();
    await addModel(project, baseUrl);
  });

  afterAll(() => provider.stop());

  const chat = (content: string, more: object = {}) => ({
    key: project.apiKey,
    body: { model: project.key, messages: [{ role: 'user', content }], ...more },
  });

  it.each([
    ['is recorded', true],
    ['is not', false],
  ])('of 20 MiB reaches the provider whole, where it %s', async (_, store) => {
    provider.script = { words: ['All', ' of it.'] };
    const content = `begin ${'x'.repeat(20 << 20)} end`;
    const { status, body } = await call('POST', '/api/v1/chat/completions', chat(content, { store }));
    expect([status, body.choices[0]?.message.content]).toEqual([200, 'All of it.']);
    const [message] = provider.requests.at(-1)?.messages as { content: string }[];
    expect(message?.content.length).toBe(content.length);
    expect(message?.content.slice(-5)).toBe('x end');
  });

  it('gets an answer of 3 MiB, whole and streamed', async () => {
    provider.script = { words: Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(100_000)}`) };
    const answer = provider.script.words.join('');
    const { body } = await call('POST', '/api/v1/chat/completions', chat('Go on.'));
    expect(body.choices[0]?.message.content === answer).toBe(true);
    const stream = await send('POST', '/api/v1/chat/completions', chat('Go on.', { stream: true }));
    const events = (await stream.text()).split('\n\n').filter((event) => event.startsWith('data: {'));
    const streamed = events.map((event) => (JSON.parse(event.slice(6)) as typeof body).choices[0]?.delta.content ?? '');
    expect(streamed.join('') === answer).toBe(true);
  });
});
