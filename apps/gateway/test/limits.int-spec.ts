import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import { invalidRequest } from '@earshot/errors';
import { concat, NEVER, of, Subject, throwError } from 'rxjs';
import { until } from '@earshot/messaging/testing';
import { UsageTable } from '../src/limits/usage-table.js';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, chatScripts, type ChatScript } from './scripted-chat.controller.js';

const gateway = new GatewayApp();
const other = new GatewayApp(gateway);
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const first: ChatChunk = { model: 'demo/demo', choices: [{ index: 0, text: 'a' }] };
const last: ChatChunk = { choices: [{ index: 0, text: 'b', finish_reason: 'stop' }], usage };
const answers: ChatScript = () => of(first, last);
const hangs: ChatScript = () => NEVER;
const hangsLater: ChatScript = () => concat(of(first), NEVER);
const stream = { stream: true };

// Two gateways and the services behind them take seconds to start on a busy machine.
jest.setTimeout(60_000);

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  await other.start();
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});
afterEach(() => {
  chatRequests.length = 0;
  chatScripts.clear();
});

/** A key with these limits. */
async function limited(limits: object): Promise<{ id: string; key: string }> {
  const json = { name: 'limited', permissions: ['inference'], limits };
  const created = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
  const { id, api_key: key } = (await created.json()) as { id: string; api_key: string };
  return { id, key };
}

/** Status and code of a chat's answer, and what it says of limits. */
async function chat(key: string, { script = answers, body = {}, at = gateway } = {}) {
  const answer = await at.chat(script, { key, body });
  const text = await answer.text();
  const error = answer.ok ? undefined : (JSON.parse(text) as { error: Record<string, unknown> }).error;
  const limitHeaders = [...answer.headers].filter(([name]) => name.startsWith('ratelimit-') || name === 'retry-after');
  return { status: answer.status, text, error, headers: Object.fromEntries(limitHeaders) };
}

const totalAt = (at: GatewayApp, id: string) => at.app.get(UsageTable, { strict: false }).of(id).total(Date.now());

describe('a key with limits', () => {
  it('gets its remaining limits with each response, and the exceeded one and Retry-After with an error', async () => {
    const { key } = await limited({ requests_per_minute: 2, tokens_per_minute: 1_000 });
    const policy = '2;w=60;comment="requests", 1000;w=60;comment="tokens"';
    const head = { 'ratelimit-limit': '2', 'ratelimit-reset': expect.stringMatching(/^(60|59)$/) };
    for (const [left, body] of [
      ['1', {}],
      ['0', stream],
    ] as const) {
      const { status, headers } = await chat(key, { body });
      expect([status, headers]).toEqual([200, { ...head, 'ratelimit-policy': policy, 'ratelimit-remaining': left }]);
    }
    const refused = await chat(key);
    expect(refused).toMatchObject({
      status: 429,
      error: { type: 'rate_limit_error', code: 'requests_per_minute_exceeded', param: null },
      headers: { 'ratelimit-limit': '2', 'ratelimit-remaining': '0', 'ratelimit-policy': policy },
    });
    const { 'retry-after': retryAfter, 'ratelimit-reset': reset } = refused.headers;
    expect(retryAfter).toBe(reset);
    expect(refused.error?.['message']).toBe(
      `The API key has used its limit of 2 requests per minute. Retry in ${retryAfter} s.`,
    );
  });

  it('is charged the tokens of the usage of its answers', async () => {
    const { key } = await limited({ tokens_per_minute: 6 });
    const codes = [await chat(key), await chat(key, { body: stream }), await chat(key)];
    expect(codes.map(({ error }) => error?.['code'])).toEqual([undefined, undefined, 'tokens_per_minute_exceeded']);
  });

  it('is charged one token per chunk for an answer that it cancels, or that fails', async () => {
    const { id, key } = await limited({ tokens_per_minute: 1_000 });
    const left = await gateway.chat(hangsLater, { key, body: stream });
    const reader = (left.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    const fails = () =>
      concat(
        of(first, first),
        throwError(() => invalidRequest('x', 'x')),
      );
    await chat(key, { script: fails, body: stream });
    await chat(key, { script: () => throwError(() => invalidRequest('x', 'x')) });
    await until(() => totalAt(gateway, id).tokens === 3);
  });

  it('has its changed limits as soon as the change is answered', async () => {
    const { id, key } = await limited({ requests_per_minute: 1 });
    const change = (limits: object | null) =>
      gateway.fetch(`/api/v1/projects/demo/api_keys/${id}`, { method: 'PATCH', json: { limits } });
    expect([(await chat(key)).status, (await chat(key)).status]).toEqual([200, 429]);
    await change(null);
    expect(await chat(key)).toMatchObject({ status: 200, headers: {} });
    await change({ requests_per_minute: 2 });
    expect([(await chat(key)).status, (await chat(key)).status]).toEqual([200, 429]);
  });

  it('may read while its tokens are used up', async () => {
    const limits = { tokens_per_minute: 1 };
    const json = { name: 'limited', permissions: ['inference', 'read'], limits };
    const created = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
    const { api_key: key } = (await created.json()) as { api_key: string };
    await chat(key);
    expect((await chat(key)).error).toMatchObject({ code: 'tokens_per_minute_exceeded' });
    const read = await gateway.fetch('/api/v1/projects/demo/models', { key });
    expect([read.status, read.headers.get('ratelimit-limit')]).toEqual([200, null]);
  });
});

it('a key without limits gets no headers of limits', async () => {
  const key = await gateway.keyOf('demo', ['inference']);
  expect(await chat(key)).toMatchObject({ status: 200, headers: {} });
  expect(await chat(key, { body: stream })).toMatchObject({ status: 200, headers: {} });
});

describe('the slot of a request', () => {
  it('is taken until its answer has ended, not longer', async () => {
    const { key } = await limited({ concurrent: 1 });
    const end = new Subject<ChatChunk>();
    const held = gateway.chat(() => end, { key });
    await until(() => chatRequests.length === 1);
    expect(await chat(key)).toMatchObject({
      status: 429,
      error: { code: 'concurrent_requests_exceeded' },
      headers: { 'retry-after': '1', 'ratelimit-limit': '1', 'ratelimit-remaining': '0' },
    });
    end.next(first);
    end.next(last);
    end.complete();
    expect((await held).status).toBe(200);
    await until(async () => (await chat(key)).status === 200);
  });

  /** Ends of an answer, each of which is waited for. */
  const ends: [string, (key: string) => Promise<unknown>][] = [
    ['that is sent whole', (key) => chat(key)],
    ['that is a stream', (key) => chat(key, { body: stream })],
    ['that is refused', (key) => chat(key, { script: () => throwError(() => invalidRequest('x', 'x')) })],
    ['that fails by a fault', (key) => chat(key, { script: () => throwError(() => new Error('x')) })],
    [
      'that fails later',
      (key) =>
        chat(key, {
          script: () =>
            concat(
              of(first),
              throwError(() => new Error('x')),
            ),
          body: stream,
        }),
    ],
    ['that breaks the contract', (key) => chat(key, { script: () => of(first) })],
    ['to a body that does not fit', (key) => chat(key, { body: { messages: 5 } })],
    ['for a project that is not there', (key) => chat(key, { body: { model: 'nowhere' } })],
    ['whose client leaves before it begins', (key) => leave(key, hangs, {})],
    ['whose client leaves before the stream begins', (key) => leave(key, hangs, stream)],
    ['whose client leaves the stream', (key) => leave(key, hangsLater, stream)],
  ];

  it.each(ends)('is freed after an answer %s', async (_what, end) => {
    const { key } = await limited({ concurrent: 1 });
    for (let round = 0; round < 3; round += 1) {
      await end(key);
      await until(async () => (await chat(key)).status === 200);
    }
  });

  it('is freed when a connection breaks on which requests wait for an earlier answer', async () => {
    const { id, key } = await limited({ concurrent: 3 });
    chatScripts.set('x', hangs);
    const body = JSON.stringify({ model: 'demo', messages: [{ role: 'user', content: 'x' }] });
    const request =
      `POST /api/v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const { hostname, port } = new URL(gateway.address);
    const socket = connect(Number(port), hostname, () => socket.write(request.repeat(3)));
    socket.on('error', () => undefined);
    await until(() => chatRequests.length === 3);
    const stopped = Promise.all(chatRequests.map(({ context }) => aborted(context.signal)));
    socket.destroy();
    await until(() => totalAt(gateway, id).concurrent === 0);
    await stopped;
    expect((await chat(key)).status).toBe(200);
  });

  function aborted(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  async function leave(key: string, script: ChatScript, body: object): Promise<void> {
    const before = chatRequests.length;
    const client = new AbortController();
    const answer = gateway.chat(script, { key, body, signal: client.signal });
    await until(() => chatRequests.length > before);
    client.abort();
    await answer.then((begun) => begun.text()).catch(() => undefined);
  }
});

describe('two gateways', () => {
  it('limit the requests and tokens of a key together', async () => {
    const { id, key } = await limited({ requests_per_minute: 3, tokens_per_minute: 1_000 });
    expect([(await chat(key)).status, (await chat(key, { at: other })).status]).toEqual([200, 200]);
    for (const at of [gateway, other]) {
      await until(() => totalAt(at, id).requests === 2 && totalAt(at, id).tokens === 2 * usage.total_tokens);
    }
    expect((await chat(key, { at: other })).status).toBe(200);
    await until(() => totalAt(gateway, id).requests === 3);
    const [here, there] = [await chat(key), await chat(key, { at: other })];
    expect([here.error?.['code'], there.error?.['code']]).toEqual(Array(2).fill('requests_per_minute_exceeded'));
    // One minute for both, so that both say the same.
    expect(totalAt(gateway, id).minuteEndsAt).toBe(totalAt(other, id).minuteEndsAt);
  });

  it('limit the concurrent requests of a key together', async () => {
    const { id, key } = await limited({ concurrent: 1 });
    const end = new Subject<ChatChunk>();
    const held = gateway.chat(() => end, { key });
    await until(() => totalAt(other, id).concurrent === 1);
    expect((await chat(key, { at: other })).error).toMatchObject({ code: 'concurrent_requests_exceeded' });
    end.next(first);
    end.next(last);
    end.complete();
    await held;
    await until(async () => (await chat(key, { at: other })).status === 200);
  });
});
