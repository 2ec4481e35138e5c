import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import { chatResponseChunkSchema, chatResponseSchema } from '@earshot/dto-inference';
import { AppError, invalidRequest, overloaded } from '@earshot/errors';
import { concat, from, NEVER, Observable, of, Subject, throwError } from 'rxjs';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, chatScripts, type ChatScript } from './scripted-chat.controller.js';

const gateway = new GatewayApp();
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const first: ChatChunk = { model: 'demo/demo', choices: [{ index: 0, text: 'Grüß ' }] };
const last: ChatChunk = { choices: [{ index: 0, text: '😀"\n', finish_reason: 'stop' }], usage };
const answers: ChatScript = () => of(first, last);

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());
afterEach(() => {
  chatRequests.length = 0;
  chatScripts.clear();
});

/** A script that never ends by itself, and a promise of the end that its caller causes. */
function endless(...chunks: ChatChunk[]) {
  const cancelled = new Subject<void>();
  const done = new Promise<void>((resolve) => cancelled.subscribe(() => resolve()));
  const script: ChatScript = (_, { signal }) => {
    signal.addEventListener('abort', () => cancelled.next());
    return concat(from(chunks), NEVER);
  };
  return { script, done };
}

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}

describe('a whole answer', () => {
  it('is a ChatResponse with the ids that the worker got', async () => {
    const answer = await gateway.chat(answers);
    const body = await answer.json();
    const { request } = chatRequests[0] as (typeof chatRequests)[number];
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(chatResponseSchema.strict().parse(body)).toEqual(body);
    expect(body).toEqual({
      id: request.response_id,
      object: 'chat.completion',
      created: Math.floor(request.received_at_ms / 1_000),
      model: 'demo/demo',
      session_id: request.session_id,
      choices: [
        {
          index: 0,
          message: { id: request.completion_ids[0], role: 'assistant', content: 'Grüß 😀"\n' },
          finish_reason: 'stop',
          completion_id: request.completion_ids[0],
          model: 'demo/demo',
        },
      ],
      usage,
    });
  });

  it.each([
    ['the address of an unreachable provider to a key that may read models', ['inference', 'read'] as const, true],
    ['no address of an unreachable provider to another key', ['inference'] as const, false],
  ])('names %s', async (_, permissions, tellsAddress) => {
    const message = 'The model provider cannot be reached: connection refused (ECONNREFUSED).';
    const details = { provider_address: 'models.example:8080' };
    const unreachable = new AppError({ code: 'provider_unreachable', type: 'upstream_error', message, details });
    const key = await gateway.keyOf('demo', [...permissions]);
    const answer = await gateway.chat(() => throwError(() => unreachable), { key });
    expect(await errorOf(answer)).toEqual({
      status: 502,
      code: 'provider_unreachable',
      type: 'upstream_error',
      param: null,
      message: tellsAddress ? `${message} Its address is models.example:8080.` : message,
      ...(tellsAddress && { details }),
    });
  });

  it('is cancelled when its client disconnects', async () => {
    const { script, done } = endless(first);
    const gone = new AbortController();
    const answer = gateway.chat(script, { signal: gone.signal });
    while (chatRequests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    gone.abort();
    await expect(answer).rejects.toThrow();
    await done;
  });

  it.each([
    ['ends without the usage', of(first)],
    ['speaks of a choice that was not asked for', of({ model: 'demo/demo', choices: [{ index: 7, text: 'x' }] })],
  ])('is a 500 without the cause when the worker breaks the contract: it %s', async (_, chunks) => {
    const answer = await gateway.chat(() => chunks);
    expect(await errorOf(answer)).toMatchObject({ status: 500, code: 'internal_error' });
  });
});

describe('a stream', () => {
  const stream = { stream: true };

  it('has one event per chunk, byte for byte as documented', async () => {
    const answer = await gateway.chat(answers, { body: stream });
    const text = await answer.text();
    const { request } = chatRequests[0] as (typeof chatRequests)[number];
    const id = request.completion_ids[0] as string;
    const head =
      `{"id":"${request.response_id}","created":${Math.floor(request.received_at_ms / 1_000)},` +
      `"session_id":"${request.session_id}","object":"chat.completion.chunk","model":"demo/demo"`;
    const event = (content: string, reason: string) =>
      `data: ${head},"choices":[{"index":0,"delta":{"id":"${id}","role":"assistant","content":${content}},` +
      `"completion_id":"${id}","finish_reason":${reason}}]}\n\n`;
    expect(text).toBe(`${event('"Grüß "', 'null')}${event('"😀\\"\\n"', '"stop"')}data: [DONE]\n\n`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
  });

  it('has a chunk of usage before its end only if requested', async () => {
    const text = await (
      await gateway.chat(answers, { body: { ...stream, stream_options: { include_usage: true } } })
    ).text();
    const events = text.split('\n\n').map((event) => event.slice('data: '.length));
    expect(events.slice(-2)).toEqual(['[DONE]', '']);
    const chunks = events.slice(0, -2).map((event) => chatResponseChunkSchema.strict().parse(JSON.parse(event)));
    expect(chunks.map((chunk) => [chunk.choices.length, chunk.usage])).toEqual([
      [1, undefined],
      [1, undefined],
      [0, usage],
    ]);
  });

  it('sends its first chunk while the rest is generated', async () => {
    const { script } = endless(first);
    const answer = await gateway.chat(script, { body: stream });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toContain('"content":"Grüß "');
    await reader.cancel();
  });

  it('is sent although only JSON is accepted', async () => {
    const { address, adminKey } = gateway;
    chatScripts.set('x', answers);
    const answer = await fetch(`${address}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ model: 'demo', stream: true, messages: [{ role: 'user', content: 'x' }] }),
    });
    expect(answer.headers.get('content-type')).toMatch('text/event-stream');
    await answer.text();
  });

  it('is cancelled when its client disconnects', async () => {
    const { script, done } = endless(first);
    const answer = await gateway.chat(script, { body: stream });
    await answer.body?.cancel();
    await done;
  });

  it('is cancelled for a client that does not read it', async () => {
    const text = 'x'.repeat(100_000);
    const cancelled = new Subject<void>();
    const done = new Promise<void>((resolve) => cancelled.subscribe(() => resolve()));
    chatScripts.set('flood', (_, { signal }) => {
      signal.addEventListener('abort', () => cancelled.next());
      return new Observable<ChatChunk>((subscriber) => {
        const timer = setInterval(() => subscriber.next({ model: 'demo/demo', choices: [{ index: 0, text }] }), 1);
        return () => clearInterval(timer);
      });
    });
    const { hostname, port } = new URL(gateway.address);
    const body = JSON.stringify({ model: 'demo', stream: true, messages: [{ role: 'user', content: 'flood' }] });
    const socket = connect(Number(port), hostname, () => {
      socket.pause();
      socket.write(
        `POST /api/v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${gateway.adminKey}\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
    socket.on('error', () => undefined);
    await done;
    socket.destroy();
  });

  it('that fails before its first chunk is an ordinary error', async () => {
    const refused = throwError(() => overloaded('queue_full', 'The queue is full.', 2));
    const answer = await gateway.chat(() => refused, { body: stream });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await errorOf(answer)).toMatchObject({ status: 503, type: 'overloaded_error', code: 'queue_full' });
  });

  it('that fails later reports it in its last event and has no [DONE]', async () => {
    const broken = concat(
      of(first),
      throwError(() => invalidRequest('context_length_exceeded', 'Too long.')),
    );
    const answer = await gateway.chat(() => broken, { body: stream });
    const events = (await answer.text()).split('\n\n');
    expect(events).toHaveLength(3);
    expect(events[1]).toBe(
      'data: {"error":{"message":"Too long.","type":"invalid_request_error","param":null,"code":"context_length_exceeded"}}',
    );
    expect(events[2]).toBe('');
  });

  it('that breaks the contract later ends in a generic server error', async () => {
    const answer = await gateway.chat(() => of(first), { body: stream });
    expect((await answer.text()).split('\n\n')[1]).toContain('"code":"internal_error"');
  });
});
