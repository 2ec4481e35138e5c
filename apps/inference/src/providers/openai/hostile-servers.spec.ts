import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AppError } from '@earshot/errors';
import { hostileServers, RawServer, written, type GoodAnswer } from '@earshot/storage-client/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTextOf, collect } from '../../../test/providers/collect.js';
import { httpSettings, request } from '../../../test/providers/http-setup.js';
import { delta, DONE } from '../../../test/providers/scripted-server.js';
import { RETRIES } from '../http/attempts.js';
import { HttpProvider } from '../http/http-provider.js';
import { openaiProtocol } from './openai-kind.js';
import type { HttpTarget } from '../http/http-settings.js';

/** Of one request; what never answers takes all of it. */
const answerTimeoutMs = 300;

/** In which what a request has left behind would show: an error that nobody handles fails the test. */
const aftermathMs = 30;

/** What a caller may not read: words of the network, of a client of it, or of this service's own code. */
const givenAway = /127\.0\.0\.1|UND_ERR|socket|undici|at .*\.ts/i;

const json = 'application/json';
const answers = {
  streamed: { contentType: 'text/event-stream', body: delta('Hello') + delta('!', 'stop') + DONE },
  whole: { contentType: json, body: JSON.stringify({ choices: [{ message: { content: 'Hello!' } }] }) },
  vectors: { contentType: json, body: JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] }) },
} satisfies Record<string, GoodAnswer>;

type Kind = keyof typeof answers;

let shortTimeoutProvider: HttpProvider;
let longTimeoutProvider: HttpProvider;
let servers: RawServer[];

beforeEach(() => {
  servers = [];
  const timeouts = {
    firstTokenTimeoutMs: answerTimeoutMs,
    wholeAnswerTimeoutMs: answerTimeoutMs,
    idleTimeoutMs: answerTimeoutMs,
  };
  const retries = { maxRetries: 1, backoffMs: 1 };
  const logger = { warn: () => undefined };
  const settings = { ...httpSettings, retries: RETRIES };
  shortTimeoutProvider = new HttpProvider(openaiProtocol, { ...settings, ...timeouts, retries }, logger);
  longTimeoutProvider = new HttpProvider(openaiProtocol, settings, logger);
});

afterEach(async () => {
  await sleep(aftermathMs);
  await Promise.all([shortTimeoutProvider.close(), longTimeoutProvider.close()]);
  await Promise.all(servers.map((server) => server.close()));
  await sleep(0);
});

async function listen(...script: Parameters<typeof RawServer.listen>): Promise<HttpTarget> {
  const server = await RawServer.listen(...script);
  servers.push(server);
  return { kind: 'openai', baseUrl: `${server.origin}/v1`, model: 'm', apiKey: 'sk-secret-0123456789' };
}

type Ask = (provider: HttpProvider, target: HttpTarget, signal: AbortSignal) => Promise<unknown>;

const requestKinds: Record<Kind, Ask> = {
  streamed: async (provider, target, signal) => answerTextOf(await collect(provider.chat(target, request(), signal))),
  whole: async (provider, target, signal) =>
    answerTextOf(await collect(provider.chat(target, request({ stream: false }), signal))),
  vectors: async (provider, target, signal) =>
    (await provider.embed(target, { input: ['Hi'], project: 't' }, signal)).vectors.length,
};

const good: Record<Kind, unknown> = { streamed: 'Hello!', whole: 'Hello!', vectors: 1 };

describe('a request ends, with an answer or an error for its caller, and leaves no error behind, at a server that', () => {
  it.each(hostileServers.map((one) => [one.name, one] as const))('%s', async (_, { onConnect, onRequest }) => {
    const kinds = Object.keys(requestKinds) as Kind[];
    const ends = kinds.map(async (kind) => {
      const target = await listen({ onConnect, onRequest: (socket) => onRequest?.(socket, answers[kind]) });
      // As long as the work behind a request lives: a server that sends without an end is never silent.
      return requestKinds[kind](shortTimeoutProvider, target, AbortSignal.timeout(3 * answerTimeoutMs));
    });
    for (const end of await Promise.allSettled(ends)) {
      if (end.status === 'fulfilled') continue;
      const { name, message, details } = end.reason as AppError;
      expect(['AppError', 'TimeoutError']).toContain(name);
      // The address of `base_url` alone may be there: docs/adr/outgoing-addresses.md.
      expect(`${message} ${JSON.stringify({ ...(details as object), provider_address: undefined })}`).not.toMatch(
        givenAway,
      );
    }
    for (const kind of kinds) {
      const target = await listen({ onRequest: (socket) => socket.write(written(answers[kind])) });
      expect(await requestKinds[kind](longTimeoutProvider, target, new AbortController().signal)).toEqual(good[kind]);
    }
  });
});
