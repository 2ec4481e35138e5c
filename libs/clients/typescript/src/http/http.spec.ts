import { describe, expect, it } from '@jest/globals';
import { ScriptedServer, sendError, sendJson, type Script } from '../../test/scripted-server.js';
import { Earshot } from '../earshot.js';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DeadlineError,
  NotFoundError,
  RateLimitError,
  ServerError,
} from './errors.js';

const id = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04';
const log = (earshot: Earshot) => earshot.feedback.of(id).log('helpful', true);

async function withServer(script: Script, test: (server: ScriptedServer, earshot: Earshot) => Promise<void>) {
  await using server = await ScriptedServer.start(script);
  await test(server, new Earshot({ baseURL: server.url, apiKey: 'es_x', deadlineMs: 5_000, attemptTimeoutMs: 2_000 }));
}

describe('a write', () => {
  it('is retried under one Idempotency-Key while Earshot is busy or the connection breaks', () => {
    const script: Script = (_request, response, number) => {
      if (number === 1) sendError(response, 503, 'queue_full');
      else if (number === 2) response.socket?.destroy();
      else if (number === 3) sendError(response, 502, 'provider_unreachable');
      else sendJson(response, 201, { feedback_id: 'f1' });
    };
    return withServer(script, async ({ received }, earshot) => {
      expect(await log(earshot)).toBe('f1');
      const keys = received.map(({ headers }) => headers['idempotency-key']);
      expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([4, 1, 'string']);
      expect(received.map(({ body }) => body.toString())).toEqual(Array(4).fill(received[0]?.body.toString()));
      expect(received[0]?.headers.authorization).toBe('Bearer es_x');
    });
  });

  it('is not sent before the time that Retry-After says', () => {
    let [rejectedAt, retriedAt] = [0, 0];
    const script: Script = (_request, response, number) => {
      if (number === 1) rejectedAt = Date.now();
      else retriedAt = Date.now();
      if (number === 1) sendError(response, 429, 'requests_per_minute_exceeded', { 'retry-after': '1' });
      else sendJson(response, 201, { feedback_id: 'f1' });
    };
    return withServer(script, async (_server, earshot) => {
      await log(earshot);
      // Timers may fire a millisecond early.
      expect(retriedAt - rejectedAt).toBeGreaterThanOrEqual(995);
    });
  });

  it('fails at once if Retry-After is beyond the deadline, with the error of Earshot', () => {
    const script: Script = (_request, response) =>
      sendError(response, 429, 'tokens_per_minute_exceeded', { 'retry-after': '60' });
    return withServer(script, async ({ received }, earshot) => {
      await expect(log(earshot)).rejects.toMatchObject({
        name: 'RateLimitError',
        status: 429,
        code: 'tokens_per_minute_exceeded',
        retryAfterMs: 60_000,
        requestId: 'r1',
      });
      expect(received).toHaveLength(1);
    });
  });

  it('is attempted a bounded number of times', () => {
    const script: Script = (_request, response) => sendError(response, 503, 'queue_full');
    return withServer(script, async (server) => {
      const earshot = new Earshot({ baseURL: server.url, apiKey: 'es_x', maxAttempts: 3 });
      await expect(log(earshot)).rejects.toThrow(ServerError);
      expect(server.received).toHaveLength(3);
    });
  });

  it('ends its waits when it is aborted', () => {
    const script: Script = (_request, response) => sendError(response, 503, 'queue_full', { 'retry-after': '4' });
    return withServer(script, async (_server, earshot) => {
      const signal = AbortSignal.timeout(50);
      await expect(earshot.feedback.of(id).log('helpful', true, { signal })).rejects.toMatchObject({
        name: 'TimeoutError',
      });
    });
  });
});

describe('a request that is not idempotent', () => {
  const chat = { model: 'demo', messages: [] };

  it('is not sent again after a broken connection', () =>
    withServer(
      (_request, response) => response.socket?.destroy(),
      async ({ received }, earshot) => {
        await expect(earshot.chat.create(chat)).rejects.toThrow(ConnectionError);
        expect(received).toHaveLength(1);
      },
    ));

  it('is sent again after a rejection', () => {
    const script: Script = (_request, response, number) =>
      number === 1 ? sendError(response, 503, 'queue_full') : sendJson(response, 200, { id: 'c' });
    return withServer(script, async (_server, earshot) => expect(await earshot.chat.create(chat)).toEqual({ id: 'c' }));
  });
});

describe('an error', () => {
  it.each([
    [401, AuthenticationError],
    [404, NotFoundError],
    [409, ConflictError],
    [429, RateLimitError],
    [500, ServerError],
  ])('has a class for status %i', (status, expected) =>
    withServer(
      (_request, response) => sendError(response, status, 'some_code', { 'retry-after': '60' }),
      async (_server, earshot) => {
        const failure = log(earshot);
        await expect(failure).rejects.toThrow(expected);
        await expect(failure).rejects.toThrow(ApiError);
        await expect(failure).rejects.toThrow('It is some_code.');
      },
    ),
  );

  it('of a proxy, which is no JSON, says the status', () =>
    withServer(
      (_request, response) => void response.writeHead(418).end('<html>'),
      async (_server, earshot) => {
        await expect(log(earshot)).rejects.toMatchObject({ status: 418, code: 'unknown' });
        await expect(log(earshot)).rejects.toThrow("answered 418 I'm a Teapot without a reason");
      },
    ));

  it('says the address and the setting where nothing listens', async () => {
    const { url } = await closedServer();
    const earshot = new Earshot({ baseURL: url, apiKey: 'es_x', maxAttempts: 2 });
    await expect(log(earshot)).rejects.toThrow(`${url}: connect ECONNREFUSED`);
    await expect(log(earshot)).rejects.toThrow('EARSHOT_URL');
  });

  it('is a DeadlineError where no response arrives in time', () =>
    withServer(
      () => undefined,
      async (server) => {
        const earshot = new Earshot({ baseURL: server.url, apiKey: 'es_x', attemptTimeoutMs: 50, maxAttempts: 2 });
        await expect(log(earshot)).rejects.toThrow(DeadlineError);
        expect(server.received).toHaveLength(2);
      },
    ));
});

async function closedServer(): Promise<{ url: string }> {
  await using server = await ScriptedServer.start(() => undefined);
  return { url: server.url };
}
