import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import { NEVER, of } from 'rxjs';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, chatScripts, type ChatScript } from './scripted-chat.controller.js';

const gateway = new GatewayApp();
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const model = 'demo/demo';
const answers: ChatScript = ({ completion_ids }) =>
  of(
    { model, choices: completion_ids.map((_, index) => ({ index, text: `${index}` })) },
    { choices: completion_ids.map((_, index) => ({ index, text: '!', finish_reason: 'stop' as const })), usage },
  );

let projectId = '';
beforeAll(async () => {
  await gateway.start();
  const project = await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  projectId = ((await project.json()) as { id: string }).id;
});
afterAll(() => gateway.stop());
afterEach(() => {
  chatRequests.length = 0;
  chatScripts.clear();
});

const sentRequest = () => chatRequests[0]?.request;

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}

describe('choices', () => {
  it('are sent whole, each under the completion id that the worker got', async () => {
    const answer = await gateway.chat(answers, { body: { n: 3 } });
    const { choices } = (await answer.json()) as { choices: { completion_id: string; message: object }[] };
    expect(choices.map(({ completion_id }) => completion_id)).toEqual(sentRequest()?.completion_ids);
    expect(choices.map(({ message }) => message)).toMatchObject([0, 1, 2].map((index) => ({ content: `${index}!` })));
  });

  it('are streamed one per event, because clients read only the first of an event', async () => {
    const answer = await gateway.chat(answers, { body: { n: 2, stream: true } });
    const events = (await answer.text()).split('\n\n').slice(0, -2);
    const chunks = events.map((event) => JSON.parse(event.slice('data: '.length)) as ChatChunk);
    expect(chunks.map(({ choices }) => choices.map(({ index }) => index))).toEqual([[0], [1], [0], [1]]);
  });

  it('with n: 0 stream only their end, and usage if requested', async () => {
    const counted: ChatScript = () => of({ model, choices: [], usage });
    const bare = await gateway.chat(counted, { body: { n: 0, stream: true, max_ttft_ms: 5 } });
    expect(await bare.text()).toBe('data: [DONE]\n\n');
    expect(sentRequest()).toMatchObject({ completion_ids: [], max_ttft_ms: null });
    const body = { n: 0, stream: true, stream_options: { include_usage: true } };
    const events = (await (await gateway.chat(counted, { body })).text()).split('\n\n');
    expect(JSON.parse(events[0]?.slice('data: '.length) ?? '')).toMatchObject({ choices: [], usage });
    expect(events.slice(1)).toEqual(['data: [DONE]', '']);
  });
});

describe('a first token', () => {
  it.each([true, false])('that is late is a 504, and the work ends (stream: %s)', async (stream) => {
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const silent: ChatScript = (_, { signal }) => {
      signal.addEventListener('abort', () => ended());
      return NEVER;
    };
    const answer = await gateway.chat(silent, { body: { stream, max_ttft_ms: 100 } });
    expect(await errorOf(answer)).toMatchObject({ status: 504, type: 'timeout_error', code: 'ttft_exceeded' });
    await end;
  });

  it.each([0, null, 2 ** 31, 2 ** 63])(
    'has no limit with %j, which is none or longer than any timer',
    async (max_ttft_ms) => {
      expect((await gateway.chat(answers, { body: { max_ttft_ms } })).status).toBe(200);
      expect(sentRequest()?.max_ttft_ms).toBeNull();
    },
  );
});

describe('a message', () => {
  const message = (fields: object) => ({ body: { messages: [{ role: 'user', content: 'x', ...fields }] } });
  const image = (image_url: string) => message({ content: [{ type: 'image_url', image_url }] });

  it('reaches the worker with its name, completion and metadata', async () => {
    const fields = { name: 'Ann', completion_id: projectId, metadata: { a: [null, 1] } };
    chatScripts.set('x', answers);
    await gateway.chat(answers, message(fields));
    expect(sentRequest()?.messages).toEqual([{ role: 'user', content: 'x', ...fields }]);
  });

  it('may reference remote images and those of its own project, and no others', async () => {
    const file = `${'0a'.repeat(32)}.png`;
    for (const url of ['https://example.org/a.png', `/images/${projectId}/${file}`]) {
      chatScripts.set('', answers);
      expect((await gateway.chat(answers, image(url))).status).toBe(200);
      expect(chatRequests.at(-1)?.request.messages[0]?.content).toEqual([{ type: 'image', url }]);
    }
    const other = await gateway.chat(answers, image(`/images/0198c5a4-7d10-7000-8000-000000000001/${file}`));
    expect(await errorOf(other)).toMatchObject({
      status: 400,
      code: 'image_not_of_project',
      param: 'messages[0].content[0].image_url',
    });
  });
});
