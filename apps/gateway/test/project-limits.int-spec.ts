import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import { of, Subject } from 'rxjs';
import { until } from '@earshot/messaging/testing';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, chatScripts, type ChatScript } from './scripted-chat.controller.js';

// The gateway and the services behind it take seconds to start on a busy machine.
jest.setTimeout(60_000);

const gateway = new GatewayApp();
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const first: ChatChunk = { model: 'demo/demo', choices: [{ index: 0, text: 'a' }] };
const last: ChatChunk = { choices: [{ index: 0, text: 'b', finish_reason: 'stop' }], usage };
const answers: ChatScript = () => of(first, last);

beforeAll(async () => {
  await gateway.start({ projectConcurrent: 2 });
  for (const key of ['demo', 'other', 'roomy']) await gateway.fetch('/api/v1/projects', { json: { key } });
  await change('roomy', { concurrent: 3 });
});
afterAll(() => gateway.stop());
afterEach(() => {
  chatRequests.length = 0;
  chatScripts.clear();
});

function change(project: string, limits: object | null) {
  return gateway.fetch(`/api/v1/projects/${project}`, { method: 'PATCH', json: { limits } });
}

/** Status of a chat that is answered at once, and what a refusal says. */
async function chat(project: string, key?: string) {
  const answer = await gateway.chat(answers, { key, body: { model: `${project}/demo` } });
  const { error } = (await answer.json()) as { error?: { code: string; type: string } };
  return { status: answer.status, code: error?.code, type: error?.type, retryAfter: answer.headers.get('retry-after') };
}

/** So many chats whose answers are held back. @returns what ends them. */
async function hold(project: string, count: number, key?: string, stream = false) {
  const end = new Subject<ChatChunk>();
  const before = chatRequests.length;
  const held = Array.from({ length: count }, () =>
    gateway.chat(() => end, { key, body: { model: `${project}/demo`, stream } }).then((answer) => answer.text()),
  );
  await until(() => chatRequests.length === before + count);
  return async () => {
    end.next(first);
    end.next(last);
    end.complete();
    await Promise.all(held);
  };
}

const refused = {
  status: 429,
  code: 'project_concurrent_requests_exceeded',
  type: 'rate_limit_error',
  retryAfter: '1',
};

it.each([
  ['the key of the installation', false],
  ['a key of the project', true],
])('rejects %s above the limit of a project, and nothing of another project', async (_who, own) => {
  const key = own ? await gateway.keyOf('demo', ['inference']) : undefined;
  const end = await hold('demo', 2, key);
  expect(await chat('demo', key)).toEqual(refused);
  expect((await chat('other')).status).toBe(200);
  await end();
  await until(async () => (await chat('demo', key)).status === 200);
});

it('counts a stream until it ends', async () => {
  const end = await hold('demo', 2, undefined, true);
  expect(await chat('demo')).toEqual(refused);
  await end();
  await until(async () => (await chat('demo')).status === 200);
});

it('frees a slot when the client disconnects', async () => {
  const client = new AbortController();
  const body = { model: 'demo/demo', stream: true };
  const left = [1, 2].map(() => gateway.chat(() => new Subject(), { body, signal: client.signal }));
  await until(() => chatRequests.length === 2);
  client.abort();
  await Promise.allSettled(left);
  await until(async () => (await chat('demo')).status === 200);
});

it('rejects before the body is read', async () => {
  const key = await gateway.keyOf('demo', ['inference']);
  const end = await hold('demo', 2, key);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': 1_000 };
  const pending = request(`${gateway.address}/api/v1/chat/completions`, { method: 'POST', headers });
  const answered = once(pending, 'response') as Promise<[IncomingMessage]>;
  pending.flushHeaders();
  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(429);
  pending.on('error', () => undefined).destroy();
  await end();
});

it('shows and applies the changed limit of a project as soon as the change is answered', async () => {
  const end = await hold('roomy', 3);
  expect(await chat('roomy')).toEqual(refused);
  expect(await (await change('roomy', { concurrent: 4 })).json()).toMatchObject({ limits: { concurrent: 4 } });
  expect((await chat('roomy')).status).toBe(200);
  expect(await (await change('roomy', null)).json()).toMatchObject({ limits: null });
  expect(await chat('roomy')).toEqual(refused);
  await end();
  const shown = await gateway.fetch('/api/v1/projects/other');
  expect(await shown.json()).toMatchObject({ limits: null });
});

it('lets only the administrator change the limit', async () => {
  const key = await gateway.keyOf('demo', ['manage']);
  const answer = await gateway.fetch('/api/v1/projects/demo', { method: 'PATCH', key, json: { limits: null } });
  expect(answer.status).toBe(403);
});

it.each([{ concurrent: 0 }, { concurrent: 1.5 }, { requests: 1 }, 5])('rejects the limits %j', async (limits) => {
  expect((await change('other', limits as object)).status).toBe(400);
});

it('a request that is rejected for its project does not count for its key', async () => {
  const json = { name: 'limited', permissions: ['inference'], limits: { requests_per_minute: 3 } };
  const created = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
  const { api_key: key } = (await created.json()) as { api_key: string };
  const end = await hold('demo', 2, await gateway.keyOf('demo', ['inference']));
  for (let at = 0; at < 5; at += 1) {
    expect((await chat('demo', key)).code).toBe('project_concurrent_requests_exceeded');
  }
  await end();
  await until(async () => (await chat('demo', key)).status === 200);
});
