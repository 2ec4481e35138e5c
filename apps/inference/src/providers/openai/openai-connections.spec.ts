import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProviderEvent } from '../model-provider.js';
import { collect } from '../testing/collect.js';
import { OpenaiSetup, request } from '../testing/openai-setup.js';
import { delta, pieces, type ScriptedServer } from '../testing/scripted-server.js';
import { OPENAI_TIMEOUTS } from './limits.js';
import { OpenaiProvider } from './openai-provider.js';

let setup: OpenaiSetup;
let server: ScriptedServer;

beforeEach(async () => {
  setup = new OpenaiSetup();
  server = setup.server;
  await server.start();
});

afterEach(() => setup.stop());

const chat: OpenaiSetup['chat'] = (...args) => setup.chat(...args);

describe('a broken connection', () => {
  it('is provider_unreachable when there is no server', async () => {
    const target = { kind: 'openai' as const, baseUrl: server.baseUrl, model: 'm' };
    await server.stop();
    const batches = setup.provider.chat(target, request(), new AbortController().signal);
    await expect(collect(batches)).rejects.toMatchObject({ code: 'provider_unreachable', type: 'upstream_error' });
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

  it('is deadline_exceeded when the server falls silent', async () => {
    await setup.provider.close();
    setup.provider = new OpenaiProvider({
      ...OPENAI_TIMEOUTS,
      firstByteTimeoutMs: 50,
      wholeAnswerTimeoutMs: 50,
      idleTimeoutMs: 50,
    });
    server.script = () => undefined;
    await expect(collect(chat())).rejects.toMatchObject({ code: 'deadline_exceeded', type: 'timeout_error' });
    await expect(collect(chat({ stream: false }))).rejects.toMatchObject({ code: 'deadline_exceeded' });
    server.script = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta('a'));
    await expect(collect(chat())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
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
