import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { v5 } from 'uuid';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, chatScripts, type ChatScript } from './scripted-chat.controller.js';

const gateway = new GatewayApp();
let projectId = '';
const answers: ChatScript = () =>
  of({
    model: 'demo/demo',
    choices: [{ index: 0, text: 'x', finish_reason: 'stop' as const }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

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

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}

describe('the work of a chat', () => {
  it('has defaults for omitted fields', async () => {
    await gateway.chat(answers);
    expect(chatRequests[0]?.request).toMatchObject({
      project_id: projectId,
      model: 'demo',
      stop: null,
      max_tokens: null,
      temperature: null,
      top_p: null,
      stream: false,
      user: null,
      labels: {},
      tags: [],
      store: true,
    });
  });

  it('has the given fields, in one form', async () => {
    const session_id = 'A1A1FA94-BC79-75FD-98C2-2C8EC9BE6ACB';
    await gateway.chat(answers, {
      body: {
        model: 'demo/a/b',
        stop: 'x',
        max_completion_tokens: 5,
        temperature: 0.5,
        top_p: 1,
        session_id,
        user: 'somebody@example.org',
        metadata: { a: 'b' },
        tags: ['t'],
        store: false,
        stream_options: {},
        some_future_field: 1,
      },
    });
    expect(chatRequests[0]?.request).toMatchObject({
      model: 'a/b',
      stop: ['x'],
      max_tokens: 5,
      temperature: 0.5,
      top_p: 1,
      session_id: session_id.toLowerCase(),
      user: v5('somebody@example.org', projectId),
      labels: { a: 'b', user: 'somebody@example.org' },
      tags: ['t'],
      store: false,
    });
  });

  it('says whether its session is new, and which campaign is requested', async () => {
    const session_id = '01a1fa94-bc39-76fc-ae14-2236200b254a';
    await gateway.chat(answers);
    await gateway.chat(answers, { body: { model: 'demo', session_id, ab_campaign: 'trial' } });
    const [begun, going] = chatRequests.map(({ request }) => request);
    expect([begun?.new_session, begun?.ab_campaign]).toEqual([true, undefined]);
    expect([going?.new_session, going?.ab_campaign, going?.session_id]).toEqual([undefined, 'trial', session_id]);
  });

  it('has the state offsets that the gateway has seen, and the call context', async () => {
    chatScripts.set('x', answers);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await gateway.fetch('/api/v1/chat/completions', {
      headers: { traceparent, 'x-request-id': 'r-1' },
      json: { model: 'demo', messages: [{ role: 'user', content: 'x' }] },
    });
    const { call, observed } = (chatRequests[0] as (typeof chatRequests)[number]).context;
    expect(call).toMatchObject({
      requestId: 'r-1',
      traceparent: expect.stringContaining('0af7651916cd43dd8448eb211c80319c'),
      traced: true,
    });
    const topics = ['projects.state', 'models.state', 'ab_campaigns.state', 'tools.state'];
    expect(observed).toEqual(Object.fromEntries(topics.map((topic) => [topic, expect.any(Number)])));
    expect(observed['projects.state']).toBeGreaterThan(0);
  });
});

describe('a request for', () => {
  it('a missing project is a 404 that names it', async () => {
    const answer = await gateway.chat(answers, { body: { model: 'nowhere/x' } });
    expect(await errorOf(answer)).toMatchObject({ status: 404, code: 'project_not_found', param: 'model' });
  });

  it('events only, without a stream, is a 406', async () => {
    chatScripts.set('x', answers);
    const answer = await gateway.fetch('/api/v1/chat/completions', {
      headers: { accept: 'text/event-stream' },
      json: { model: 'demo', messages: [{ role: 'user', content: 'x' }] },
    });
    expect(await errorOf(answer)).toMatchObject({ status: 406, code: 'not_acceptable' });
  });
});
