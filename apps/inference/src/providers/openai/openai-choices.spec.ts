import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProviderEvent } from '../model-provider.js';
import { collect, answerTextOf } from '../../../test/providers/collect.js';
import { HttpSetup } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import {
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
  server = setup.server;
  await server.start();
});

afterEach(() => setup.stop());

const chat: HttpSetup['chat'] = (...args) => setup.chat(...args);
const piece = (index: number, content: string, finish_reason: string | null = null) =>
  event({ choices: [{ index, delta: { content }, finish_reason }] });
const tokens = (prompt_tokens: number, completion_tokens: number) => ({ usage: { prompt_tokens, completion_tokens } });
const textsOf = (events: ProviderEvent[], count: number) =>
  Array.from({ length: count }, (_, index) =>
    answerTextOf(events.filter((each) => 'index' in each && each.index === index)),
  );
const finishes = (events: ProviderEvent[]) => events.filter(({ type }) => type === 'finish').length;
const usageOf = (events: ProviderEvent[]) => events.flatMap((each) => (each.type === 'usage' ? [each.usage] : []));

/** A server that knows nothing of `n`: one choice a request, numbered by the request. */
const single: Script = (response, request) => {
  const content = `answer ${server.seen.length}`;
  if (request.body['stream'] !== true)
    return json(200, { choices: [{ index: 0, message: { content } }], ...tokens(7, 2) })(response, request);
  return pieces(piece(0, content, 'stop'), event({ choices: [], ...tokens(7, 2) }), DONE)(response, request);
};
/** One that refuses more than one. */
const refusing: Script = (response, request) =>
  (request.body['n'] === undefined ? single : json(400, { error: { message: 'only one' } }))(response, request);
const sentCounts = () => server.seen.map(({ body }) => body['n']);

describe('several choices', () => {
  it('come interleaved from a server that makes them in one stream', async () => {
    const [first, second] = Buffer.from('🎧').toString('utf8').split('');
    const half = (index: number, unit: string) =>
      piece(index, 'HALF').replace('HALF', JSON.stringify(unit).slice(1, -1));
    server.script = pieces(
      piece(0, 'a') + half(1, first!),
      half(0, first!) + half(1, second!),
      piece(1, 'b', 'length') + half(0, second!),
      piece(0, 'c', 'stop'),
      event({ choices: [], ...tokens(7, 9) }),
      DONE,
    );
    const events = await collect(chat({ choices: 2 }));
    expect(textsOf(events, 2)).toEqual(['a🎧c', '🎧b']);
    expect(events.slice(-3)).toEqual([
      { type: 'finish', index: 0, finishReason: 'stop' },
      { type: 'finish', index: 1, finishReason: 'length' },
      { type: 'usage', usage: { promptTokens: 7, completionTokens: 9 } },
    ]);
    expect(events.findIndex((each) => each.type === 'delta' && each.index === 1)).toBeLessThan(3);
    expect(sentCounts()).toEqual([2]);
  });

  it('come from one JSON object, in any order', async () => {
    const choices = [1, 0].map((index) => ({ index, message: { content: `text ${index}` }, finish_reason: 'stop' }));
    server.script = json(200, { choices, ...tokens(3, 8) });
    const events = await collect(chat({ choices: 2, stream: false }));
    expect(textsOf(events, 2)).toEqual(['text 0', 'text 1']);
    expect(usageOf(events)).toEqual([{ promptTokens: 3, completionTokens: 8 }]);
  });

  it.each<[string, () => Script, boolean]>([
    ['ignores the number, streaming', () => single, true],
    ['ignores the number, whole', () => single, false],
    ['refuses the number, streaming', () => refusing, true],
    ['refuses the number, whole', () => refusing, false],
  ])('come one a request from a server that %s; the next time at once', async (_what, script, stream) => {
    server.script = script();
    const events = await collect(chat({ choices: 3, stream }));
    expect(textsOf(events, 3).every((text) => /^answer \d$/.test(text))).toBe(true);
    expect(finishes(events)).toBe(3);
    expect(usageOf(events)).toEqual([{ promptTokens: 7, completionTokens: 6 }]);
    server.seen.length = 0;
    expect(finishes(await collect(chat({ choices: 3, stream })))).toBe(3);
    expect(sentCounts()).toEqual([undefined, undefined, undefined]);
  });

  it('are asked for at one time where each takes a request of its own', async () => {
    server.script = single;
    await collect(chat({ choices: 3 }));
    server.seen.length = 0;
    let all = () => undefined as void;
    const together = new Promise<void>((resolve) => (all = resolve));
    server.script = async (response, request) => {
      if (server.seen.length === 3) all();
      await together;
      return single(response, request);
    };
    expect(finishes(await collect(chat({ choices: 3 })))).toBe(3);
  });

  it('have no usage when one of their requests has none', async () => {
    server.script = (response, request) => {
      const usage = server.seen.length === 1 ? tokens(7, 2) : {};
      return json(200, { choices: [{ message: { content: 'a' } }], ...usage })(response, request);
    };
    expect(usageOf(await collect(chat({ choices: 2, stream: false })))).toEqual([]);
  });

  it('are refused after one more try when the request itself is at fault, and are not asked for singly later', async () => {
    server.script = json(400, { error: { message: 'bad temperature' } });
    await expect(collect(chat({ choices: 3 }))).rejects.toMatchObject({ code: 'provider_rejected' });
    expect(sentCounts()).toEqual([3, undefined]);
    server.seen.length = 0;
    server.script = json(200, { choices: [0, 1].map((index) => ({ index, message: { content: 'a' } })) });
    await collect(chat({ choices: 2 }));
    expect(sentCounts()).toEqual([2]);
  });

  it('fail together, and every connection is closed', async () => {
    server.script = single;
    await collect(chat({ choices: 2 }));
    server.seen.length = 0;
    let closed = () => undefined as void;
    const freed = new Promise<void>((resolve) => (closed = resolve));
    server.script = (response, request) => {
      if (server.seen.length === 2) return json(500, {})(response, request);
      response.on('close', closed);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece(0, 'a'));
    };
    await expect(collect(chat({ choices: 2 }))).rejects.toMatchObject({ code: 'provider_failed' });
    await freed;
  });

  it.each([
    ['an index beyond the last', 5],
    ['an index that is no number', 'x'],
  ])('leave out %s', async (_what, index) => {
    const choices = [0, 1, index].map((each) => ({ index: each, message: { content: `text ${each}` } }));
    server.script = json(200, { choices });
    expect(textsOf(await collect(chat({ choices: 2, stream: false })), 2)).toEqual(['text 0', 'text 1']);
  });
});
