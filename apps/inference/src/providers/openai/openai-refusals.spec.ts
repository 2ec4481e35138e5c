import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AppError } from '@earshot/errors';
import { collect, answerTextOf } from '../../../test/providers/collect.js';
import { KEY, HttpSetup } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import { delta, DONE, event, json, pieces, type ScriptedServer } from '../../../test/providers/scripted-server.js';

let setup: HttpSetup;
let server: ScriptedServer;

beforeEach(async () => {
  setup = new HttpSetup(openaiProtocol);
  server = setup.server;
  await server.start();
});

afterEach(() => setup.stop());

const chat: HttpSetup['chat'] = (...args) => setup.chat(...args);

describe('a refusal by the server', () => {
  const message = `Incorrect API key ${KEY} for http://me:hunter2@host/?api_key=abc123`;
  const error = { error: { message, type: 'x', code: 'y' } };

  it.each([
    [400, {}, 'provider_rejected', 'invalid_request_error'],
    [413, {}, 'provider_rejected', 'invalid_request_error'],
    [422, {}, 'provider_rejected', 'invalid_request_error'],
    [401, {}, 'provider_failed', 'upstream_error'],
    [404, {}, 'provider_failed', 'upstream_error'],
    [500, {}, 'provider_failed', 'upstream_error'],
    [503, {}, 'provider_failed', 'upstream_error'],
    [503, { 'retry-after': '5' }, 'provider_rate_limited', 'overloaded_error'],
    [429, {}, 'provider_rate_limited', 'overloaded_error'],
  ])('with status %i %p is %s, status and message redacted in details', async (status, headers, code, type) => {
    server.script = json(status, error, headers);
    const thrown = await collect(chat()).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code, type, details: { provider_status: status } });
    const shown = JSON.stringify([thrown, (thrown as Error).message]);
    expect(shown).toContain('Incorrect API key [redacted]');
    for (const secret of [KEY, 'hunter2', 'abc123']) expect(shown).not.toContain(secret);
  });

  it.each([
    ['7', 7],
    ['0', 1],
    ['99999999', 3_600],
    ['soon', 1],
    [new Date(Date.now() - 60_000).toUTCString(), 1],
    [new Date(Date.now() + 7_200_000).toUTCString(), 3_600],
  ])('with Retry-After %p may be tried again after %i s', async (header, retryAfterS) => {
    server.script = json(429, error, { 'retry-after': header });
    await expect(collect(chat())).rejects.toMatchObject({ retryAfterS });
  });

  it.each([
    { error: { message: 'too long', code: 'context_length_exceeded' } },
    { error: { message: 'request (9 tokens) exceeds', type: 'exceed_context_size_error' } },
    { object: 'error', message: "This model's maximum context length is 10 tokens." },
    { detail: 'the context window is too small' },
  ])('for a prompt that does not fit is context_length_exceeded: %j', async (body) => {
    server.script = json(400, body);
    await expect(collect(chat())).rejects.toMatchObject({
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
      param: 'messages',
    });
  });

  it('in the middle of a stream comes after the text before it', async () => {
    server.script = pieces(delta('a'), event({ error: { message: `boom ${KEY}`, code: 500 } }), delta('b'), DONE);
    const texts: string[] = [];
    const read = async () => {
      for await (const batch of chat()) texts.push(answerTextOf(batch));
    };
    await expect(read()).rejects.toMatchObject({
      code: 'provider_failed',
      details: { provider_message: 'boom [redacted]' },
    });
    expect(texts).toEqual(['a']);
  });

  it.each([
    ['text/html', '<html>secret inside</html>'],
    ['text/plain', 'secret inside'],
    ['application/xml', '<?xml version="1.0"?><Error><Code>secret inside</Code></Error>'],
    ['application/json', '"secret inside"'],
    ['application/json', '["secret inside"]'],
  ])('by a server that speaks another protocol is quoted not at all (%s: %s)', async (type, body) => {
    server.script = (response) => void response.writeHead(502, { 'content-type': type }).end(body);
    const error = (await collect(chat()).catch((reason: unknown) => reason)) as AppError;
    expect(error).toMatchObject({ code: 'provider_failed' });
    expect(error.details).toEqual({ provider_status: 502 });
    expect(error.message).not.toContain('secret');
  });

  it('with an endless body is quoted not at all, and read only to a limit', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    server.script = (response) => {
      closed = once(response, 'close');
      response.writeHead(500);
      const more = () => response.write('x'.repeat(65_536), (failed) => (failed ? undefined : setImmediate(more)));
      more();
    };
    const thrown = (await collect(chat()).catch((reason: unknown) => reason)) as Error;
    expect(thrown).toMatchObject({ code: 'provider_failed' });
    expect(JSON.stringify(thrown).length).toBeLessThan(2_000);
    await closed;
  });

  it('with a redirect is not followed', async () => {
    server.script = (response) => void response.writeHead(307, { location: `${server.baseUrl}/elsewhere` }).end();
    await expect(collect(chat())).rejects.toMatchObject({ code: 'provider_failed' });
    expect(server.seen.length).toBe(1);
  });
});
