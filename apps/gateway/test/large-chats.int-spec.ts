import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { of, throwError } from 'rxjs';
import { notFound } from '@earshot/errors';
import { until } from '@earshot/messaging/testing';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, chatScripts, type ChatScript } from './scripted-chat.controller.js';
import { bucket, discarded, storageCommands } from './scripted-storage.controller.js';

const gateway = new GatewayApp();
let projectId = '';

const answers: ChatScript = () =>
  of({
    model: 'demo/demo',
    choices: [{ index: 0, text: 'x', finish_reason: 'stop' as const }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  const project = await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  projectId = ((await project.json()) as { id: string }).id;
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  chatRequests.length = 0;
  chatScripts.clear();
  storageCommands.clear();
  discarded.length = 0;
});

/** The script is found by the last message: that of a conversation in the bucket is not on the lane. */
function ask(content: string, { body = {}, script = answers }: { body?: object; script?: ChatScript } = {}) {
  chatScripts.set('', script);
  const messages = [
    { role: 'system', content: 'Be brief.', metadata: { turn: 1 } },
    { role: 'user', content },
  ];
  return gateway.fetch('/api/v1/chat/completions', { json: { model: 'demo/demo', messages, ...body } });
}

/** What is in the bucket of the request that the worker got. */
function conversation(): { name: string; messages: unknown } {
  const { conversation } = chatRequests[0]!.request;
  const bytes = bucket.objects.get(`conversations/${projectId}/${conversation?.name}`);
  expect(bytes?.length).toBe(conversation?.size);
  return { name: conversation?.name ?? '', messages: JSON.parse(String(bytes)) };
}

describe('a conversation that is too large for a record', () => {
  it.each([
    ['of a MiB', 'x'.repeat(1 << 20)],
    ['of letters that take three bytes each', '語'.repeat(200_000)],
    ['nearly as large as a body may be', 'x'.repeat(32_000_000)],
  ])('%s reaches the worker through the bucket', async (_, content) => {
    expect((await ask(content)).status).toBe(200);
    const { request } = chatRequests[0]!;
    expect(request.messages).toEqual([]);
    const { name, messages } = conversation();
    expect(name).toBe(`${request.response_id}.json`);
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.', metadata: { turn: 1 } },
      { role: 'user', content },
    ]);
  });

  it('is measured with all of its fields', async () => {
    const large = 'x'.repeat(600_000);
    const imagePart = { type: 'image_url', image_url: 'https://a.org/b.png' };
    const call = { id: 'call', type: 'function', function: { name: 'write_file', arguments: large.repeat(2) } };
    const conversations = [
      [{ role: 'user', content: '', metadata: [large] }],
      [{ role: 'user', content: [{ type: 'text', text: large }, imagePart] }],
      [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', content: 'ok', tool_call_id: 'call' },
      ],
    ];
    for (const messages of conversations) {
      chatRequests.length = 0;
      chatScripts.set('', answers);
      expect((await ask('', { body: { messages } })).status).toBe(200);
      expect(chatRequests[0]?.request.conversation).toBeDefined();
    }
  });

  it('stays in the bucket for the record, unless nothing is recorded', async () => {
    await ask('x'.repeat(1 << 20));
    await ask('x'.repeat(1 << 20), { body: { store: false } });
    const refused = await ask('x'.repeat(1 << 20), {
      body: { store: false },
      script: () => throwError(() => notFound('model', 'demo/demo')),
    });
    expect(refused.status).toBe(404);
    await until(() => discarded.length >= 2);
    const given = chatRequests.filter(({ request }) => !request.store).map(({ request }) => request.conversation?.name);
    expect(discarded.map(({ name }) => name).sort()).toEqual(given.sort());
  });

  it('is a 503 while the bucket is unavailable', async () => {
    bucket.away = true;
    const refused = await ask('x'.repeat(1 << 20));
    bucket.away = false;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    expect(chatRequests).toEqual([]);
  });
});

describe('any other conversation', () => {
  it('is sent in a record, without the storage service', async () => {
    chatScripts.set('x'.repeat(390_000), answers);
    expect((await ask('x'.repeat(390_000))).status).toBe(200);
    expect(chatRequests[0]?.request.messages).toHaveLength(2);
    expect(chatRequests[0]?.request.conversation).toBeUndefined();
    expect(storageCommands.size).toBe(0);
  });
});
