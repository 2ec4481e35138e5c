import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProviderEvent } from '../model-provider.js';
import { collect, answerTextOf } from '../../../test/providers/collect.js';
import { HttpSetup, request } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import { delta, DONE, event, pieces, type ScriptedServer } from '../../../test/providers/scripted-server.js';

let setup: HttpSetup;
let server: ScriptedServer;

beforeEach(async () => {
  setup = new HttpSetup(openaiProtocol);
  server = setup.server;
  await server.start();
});

afterEach(() => setup.stop());

const chat: HttpSetup['chat'] = (...args) => setup.chat(...args);

describe('a broken connection', () => {
  it('is provider_unreachable when there is no server', async () => {
    const target = { kind: 'openai' as const, baseUrl: server.baseUrl, model: 'm' };
    await server.stop();
    const batches = setup.provider.chat(target, request(), new AbortController().signal);
    await expect(collect(batches)).rejects.toMatchObject({
      code: 'provider_unreachable',
      type: 'upstream_error',
      message: 'The model provider cannot be reached: connection refused (ECONNREFUSED).',
      details: { provider_address: new URL(target.baseUrl).host },
    });
    await server.start();
  });

  it.each([
    ['before the answer', (): string[] => []],
    ['in the middle of the text', () => [delta('a')]],
    ['in the middle of an event', () => [delta('a'), 'data: {"choices"']],
  ])('is provider_failed when it breaks off %s', async (_name, written) => {
    server.script = async (response) => {
      const parts = written();
      if (parts.length > 0) response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) await new Promise((resolve) => response.write(part, resolve));
      setTimeout(() => response.destroy(), 10);
    };
    await expect(collect(chat())).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it.each([
    ['no finish reason', [delta('a')]],
    ['half an event', [delta('a'), 'data: {"choices"']],
    ['nothing', []],
    ['no JSON', ['data: oops\n\n']],
  ])('and a stream that ends in good order with %s are the same', async (_name, parts) => {
    server.script = pieces(...parts);
    await expect(collect(chat())).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('is none where the server closes it after the answer, which waits for its reader', async () => {
    const words = Array.from({ length: 300 }, (_, index) => delta('x', index === 299 ? 'stop' : null));
    server.script = (response) => {
      response.shouldKeepAlive = false;
      // Without a length or chunks it ends with its connection.
      response.useChunkedEncodingByDefault = false;
      response.removeHeader('transfer-encoding');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta('x'));
      setTimeout(() => response.end(words.join('')), 20);
    };
    const events: ProviderEvent[] = [];
    for await (const batch of chat()) {
      events.push(...batch);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(answerTextOf(events)).toBe('x'.repeat(301));
  });

  it('is deadline_exceeded when the server falls silent', async () => {
    await setup.use({ firstTokenTimeoutMs: 50, wholeAnswerTimeoutMs: 50, idleTimeoutMs: 50 });
    server.script = () => undefined;
    await expect(collect(chat())).rejects.toMatchObject({ code: 'deadline_exceeded', type: 'timeout_error' });
    await expect(collect(chat({ stream: false }))).rejects.toMatchObject({ code: 'deadline_exceeded' });
    server.script = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta('a'));
    await expect(collect(chat())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
});

describe('a server that sends nothing but comments', () => {
  function comments(...before: string[]): void {
    server.script = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of before) response.write(part);
      const more = () => (response.destroyed ? undefined : response.write(': ping\n\n', () => setTimeout(more, 5)));
      more();
    };
  }

  it('is not waited for longer than for a first event', async () => {
    await setup.use({ firstTokenTimeoutMs: 50 });
    comments();
    await expect(collect(chat())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });

  it('is not waited for longer than between two events', async () => {
    await setup.use({ idleTimeoutMs: 50 });
    comments(delta('a'));
    await expect(collect(chat())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });

  it('is waited for as long as it sends thoughts that are not shown', async () => {
    await setup.use({ idleTimeoutMs: 100 });
    const thought = event({ choices: [{ index: 0, delta: { reasoning_content: 'hm' } }] });
    server.script = pieces(...Array.from({ length: 80 }, () => thought), delta('a', 'stop'), DONE);
    expect(answerTextOf(await collect(chat()))).toBe('a');
  });
});

it('a consumer that takes nothing holds the server back, whatever the size of its events', async () => {
  let written = 0;
  let stuck = () => undefined as void;
  const postponed = new Promise<void>((resolve) => (stuck = resolve));
  server.script = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const large = delta('x'.repeat(500_000));
    const more = () => {
      if (response.destroyed) return;
      written += 1;
      // What the kernel takes is beyond control; that it takes no more shows by the callback that does not come.
      const waiting = setTimeout(stuck, 500);
      response.write(large, () => {
        clearTimeout(waiting);
        if (written < 400) more();
        else stuck();
      });
    };
    more();
  };
  const iterator = chat()[Symbol.asyncIterator]();
  await iterator.next();
  await postponed;
  expect(written).toBeLessThan(100);
  await iterator.return?.();
});

it('a request that finds every connection taken waits for one, and is refused at once where the queue is full', async () => {
  await setup.use({ connections: 1, queueLimit: 1 });
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.script = async (response) => {
    await held;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(delta('a', 'stop') + DONE);
  };
  const taken = [collect(chat()), collect(chat())];
  await expect(collect(chat())).rejects.toMatchObject({ code: 'queue_full', retryAfterS: 1 });
  answer();
  for (const events of await Promise.all(taken)) expect(answerTextOf(events)).toBe('a');
  expect(answerTextOf(await collect(chat()))).toBe('a');
});

it('a request that is given up while it waits frees its place at once, and is never sent', async () => {
  await setup.use({ connections: 1, queueLimit: 1 });
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.script = async (response) => {
    await held;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(delta('a', 'stop') + DONE);
  };
  const first = collect(chat());
  for (let time = 0; time < 5; time += 1) {
    const controller = new AbortController();
    const gone = collect(chat({ parameters: { max_tokens: 7 } }, controller.signal));
    controller.abort();
    expect(await gone).toEqual([]);
  }
  const next = collect(chat());
  answer();
  for (const events of await Promise.all([first, next])) expect(answerTextOf(events)).toBe('a');
  expect(server.seen).toHaveLength(2);
});

it('a request is taken once it has a place, also one in the queue, and not where it is refused', async () => {
  await setup.use({ connections: 1, queueLimit: 1 });
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.script = async (response) => {
    await held;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(delta('a', 'stop') + DONE);
  };
  const taken: string[] = [];
  const asking = (name: string) => collect(chat({ onTaken: () => taken.push(name) }));
  const answered = [asking('first'), asking('second')];
  await expect(asking('third')).rejects.toMatchObject({ code: 'queue_full' });
  expect(taken).toEqual(['first', 'second']);
  answer();
  await Promise.all(answered);
});

it('a request that can not be written down takes no place', async () => {
  await setup.use({ connections: 1, queueLimit: 0 });
  server.script = pieces(delta('a', 'stop'), DONE);
  await expect(collect(chat({ parameters: { max_tokens: 1n as unknown as number } }))).rejects.toThrow(TypeError);
  expect(answerTextOf(await collect(chat()))).toBe('a');
});

describe('a caller who goes away', () => {
  function endless(): Promise<unknown> {
    return new Promise((resolve) => {
      server.script = (response) => {
        response.on('close', resolve);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const more = () => (response.destroyed ? undefined : response.write(delta('x'), () => setTimeout(more, 1)));
        more();
      };
    });
  }

  it('by the signal ends the iteration without an error and closes the connection', async () => {
    const closed = endless();
    const controller = new AbortController();
    const events: ProviderEvent[] = [];
    for await (const batch of chat({}, controller.signal)) {
      events.push(...batch);
      if (events.length >= 3) controller.abort();
    }
    expect(events.every((each) => each.type === 'delta')).toBe(true);
    await closed;
  });

  it('by leaving the loop closes the connection too', async () => {
    const closed = endless();
    for await (const batch of chat()) if (batch.length > 0) break;
    await closed;
  });

  it('before the first byte ends the iteration at once', async () => {
    const closed = new Promise((resolve) => (server.script = (response) => void response.on('close', resolve)));
    const controller = new AbortController();
    const events = collect(chat({}, controller.signal));
    setTimeout(() => controller.abort(), 20);
    expect(await events).toEqual([]);
    await closed;
  });

  it('before the request asks nothing of the server', async () => {
    expect(await collect(chat({}, AbortSignal.abort()))).toEqual([]);
    expect(server.seen).toEqual([]);
  });
});
