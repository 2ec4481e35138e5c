import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { collect, answerTextOf } from '../../../test/providers/collect.js';
import { HttpSetup } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import {
  delta,
  DONE,
  event,
  json,
  pieces,
  type Script,
  type ScriptedServer,
} from '../../../test/providers/scripted-server.js';

let setup: HttpSetup;
let server: ScriptedServer;

beforeEach(async () => {
  setup = new HttpSetup(openaiProtocol);
  await setup.use({ retries: { maxRetries: 2, backoffMs: 2 } });
  server = setup.server;
  await server.start();
});

afterEach(() => setup.stop());

const chat: HttpSetup['chat'] = (...args) => setup.chat(...args);
const good = pieces(delta('Hello', 'stop'), DONE);
const whole = json(200, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] });
const busy = json(429, { error: { message: 'busy' } }, { 'retry-after': '0' });
const broken = json(500, {});
const hangUp: Script = (response) => void response.destroy();

/** Begins a stream, and closes the connection. */
function hangUpAfter(text: string): Script {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await new Promise((resolve) => response.write(text, resolve));
    setTimeout(() => response.destroy(), 10);
  };
}

/** Answers one request by each script, and all further ones by the last. */
function inTurn(...scripts: Script[]): void {
  server.script = (response, request) => scripts[Math.min(server.seen.length, scripts.length) - 1]?.(response, request);
}

describe('a request is sent again', () => {
  it.each<[string, Script]>([
    ['refuses for its rate', busy],
    ['fails', broken],
    ['answers 408', json(408, {})],
    ['answers 409', json(409, {})],
    ['closes the connection', hangUp],
    ['sends its headers and a comment, and closes the connection', hangUpAfter(': wait\n\n')],
    ['ends an empty stream in good order', pieces()],
  ])('when the server %s before it answers', async (_what, script) => {
    inTurn(script, script, good);
    expect(answerTextOf(await collect(chat()))).toBe('Hello');
    inTurn(script, script, good);
    expect(server.seen.length).toBe(3);
    expect(new Set(server.seen.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('also when the answer is wanted whole', async () => {
    inTurn(broken, whole);
    expect(answerTextOf(await collect(chat({ stream: false })))).toBe('Hello');
  });

  it('twice at most, and the caller gets the last error', async () => {
    inTurn(broken, busy, json(503, {}));
    await expect(collect(chat())).rejects.toMatchObject({ details: { provider_status: 503 } });
    expect(server.seen.length).toBe(3);
  });
});

describe('a request is sent once', () => {
  it.each<[string, Script]>([
    ['refuses it', json(400, {})],
    ['does not take the key', json(401, {})],
    ['does not know the model', json(404, {})],
    ['answers nonsense', (response) => void response.writeHead(200).end('<html>')],
    ['answers with an error in the stream', pieces(event({ error: { message: 'no' } }))],
    ['wants to be left alone for an hour', json(429, {}, { 'retry-after': '3600' })],
  ])('when the server %s', async (_what, script) => {
    server.script = script;
    await expect(collect(chat())).rejects.toMatchObject({ name: 'AppError' });
    expect(server.seen.length).toBe(1);
  });

  it('once an event of its answer has come, however that ends', async () => {
    server.script = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await new Promise((resolve) => response.write(delta('Hel'), resolve));
      response.destroy();
    };
    const events: string[] = [];
    const read = async () => {
      for await (const batch of chat()) events.push(answerTextOf(batch));
    };
    await expect(read()).rejects.toMatchObject({ code: 'provider_failed' });
    expect(events).toEqual(['Hel']);
    expect(server.seen.length).toBe(1);
  });

  it('when the server falls silent: it may still work on it', async () => {
    await setup.use({ retries: { maxRetries: 2, backoffMs: 2 }, firstTokenTimeoutMs: 200 });
    server.script = () => undefined;
    await expect(collect(chat())).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(server.seen.length).toBeLessThan(2);
  });

  it('when the next attempt would come too late for its caller', async () => {
    server.script = json(429, {}, { 'retry-after': '5' });
    await expect(collect(chat({ retryUntil: Date.now() + 4_000 }))).rejects.toMatchObject({
      code: 'provider_rate_limited',
      retryAfterS: 5,
    });
    expect(server.seen.length).toBe(1);
  });

  it('when its caller leaves while it waits for the next attempt', async () => {
    const caller = new AbortController();
    server.script = (response, seen) => {
      void json(429, {}, { 'retry-after': '50' })(response, seen);
      response.on('finish', () => setImmediate(() => caller.abort()));
    };
    expect(await collect(chat({}, caller.signal))).toEqual([]);
    expect(server.seen.length).toBe(1);
  });
});

describe('the circuit of a model', () => {
  async function fail(times: number): Promise<void> {
    await setup.use({});
    server.script = broken;
    for (let i = 0; i < times; i += 1) await collect(chat()).catch(() => undefined);
  }

  it('opens after five failures: nothing is sent, and the refusal says when to come again', async () => {
    await fail(5);
    await expect(collect(chat())).rejects.toMatchObject({
      code: 'provider_unavailable',
      type: 'overloaded_error',
      retryAfterS: 1,
    });
    expect(server.seen.length).toBe(5);
    expect(setup.warnings).toEqual([expect.stringContaining(`"model":"m","base_url":"${server.baseUrl}"`)]);
  });

  it('closes with the first answer after its rest', async () => {
    await fail(5);
    server.script = good;
    const answered = async () => answerTextOf(await collect(chat()).catch(() => []));
    let text = '';
    for (; text === ''; await sleep(20)) text = await answered();
    expect(server.seen.length).toBe(6);
    expect(await answered()).toBe('Hello');
  });

  it('is that of this model alone', async () => {
    await fail(5);
    server.script = good;
    const other = { ...setup.target, model: 'other' };
    const { signal } = new AbortController();
    const request = { messages: [], choices: 1, stream: true, parameters: {}, sessionId: 's', project: 't' };
    expect(answerTextOf(await collect(setup.provider.chat(other, request, signal)))).toBe('Hello');
  });
});
