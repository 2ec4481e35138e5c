import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProviderEvent } from '../model-provider.js';
import { collect, answerTextOf } from '../../../test/providers/collect.js';
import { KEY, HttpSetup, request } from '../../../test/providers/http-setup.js';
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
const textPart = (written: string) => ({ type: 'text', text: written });
/** As Mistral's reasoning models send it. */
const thinking = { type: 'thinking', thinking: [textPart('hm')] };

describe('a streamed answer', () => {
  it('arrives piece by piece with its finish reason and usage', async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 2, total_tokens: 14 };
    server.script = pieces(
      event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
      delta('Hello'),
      delta(' world', 'length'),
      event({ choices: [], usage }),
      DONE,
    );
    expect(await collect(chat())).toEqual([
      { type: 'delta', index: 0, text: 'Hello' },
      { type: 'delta', index: 0, text: ' world' },
      { type: 'finish', index: 0, finishReason: 'length' },
      { type: 'usage', usage: { promptTokens: 12, completionTokens: 2 } },
    ]);
  });

  it('is the same however its bytes are cut, with any line ends, comments and unknown fields', async () => {
    const stream = `: ping\r\n\r\nevent: x\r\nid: 1\r\n${delta('é🎧“').replaceAll('\n', '\r\n')}:\n\nretry: 5\n${delta('ü', 'stop')}${DONE}`;
    server.script = pieces(...[...Buffer.from(stream)].map((byte) => Buffer.of(byte)));
    const events = await collect(chat());
    expect(answerTextOf(events)).toBe('é🎧“ü');
    expect(events.at(-1)).toEqual({ type: 'finish', index: 0, finishReason: 'stop' });
  });

  it('has whole code points where the server cuts a surrogate pair in two', async () => {
    const escaped = (half: string) => `data: {"choices":[{"delta":{"content":"${half}"}}]}\n\n`;
    server.script = pieces(escaped('a\\ud83c'), escaped('\\udfa7b'), escaped('\\ud83c'), DONE);
    const texts = (await collect(chat())).filter((each) => each.type === 'delta').map((each) => each.text);
    expect(texts).toEqual(['a', '🎧b', '\ufffd']);
  });

  it('is the text parts of a server that sends its thinking too, each in a list of parts', async () => {
    const part = (...content: unknown[]) => event({ choices: [{ index: 0, delta: { content } }] });
    server.script = pieces(
      part(thinking),
      part(thinking, textPart('Hel'), null, textPart('lo'), 'x'),
      delta('!', 'stop'),
      DONE,
    );
    const texts = (await collect(chat())).filter((each) => each.type === 'delta').map((each) => each.text);
    expect(texts).toEqual(['Hello', '!']);
  });

  it('is whole without [DONE] when it has a finish reason and the response ends in good order', async () => {
    server.script = pieces(delta('a'), delta('b', 'eos_token'));
    expect((await collect(chat())).at(-1)).toEqual({ type: 'finish', index: 0, finishReason: 'stop' });
  });

  it('comes in one batch when it came in one packet', async () => {
    server.script = pieces(`${delta('a')}${delta('b')}${delta('c', 'stop')}${DONE}`);
    const batches: ProviderEvent[][] = [];
    for await (const batch of chat()) batches.push(batch);
    expect(batches.map((batch) => batch.length)).toEqual([4]);
  });

  it('is read at the pace of its consumer, and completely', async () => {
    const count = 2_000;
    server.script = pieces(...Array.from({ length: 20 }, () => delta('x').repeat(count / 20)), delta('', 'stop'), DONE);
    let text = '';
    for await (const batch of chat()) {
      text += answerTextOf(batch);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(text).toBe('x'.repeat(count));
  });

  it('may come as one JSON object from a server that does not stream', async () => {
    server.script = json(200, { choices: [{ message: { content: 'all' }, finish_reason: 'stop' }] });
    expect(answerTextOf(await collect(chat()))).toBe('all');
  });
});

describe('a whole answer', () => {
  it('is one piece of text with its finish reason and usage', async () => {
    server.script = json(200, {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello 🎧' }, finish_reason: 'content_filter' }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    });
    expect(await collect(chat({ stream: false }))).toEqual([
      { type: 'delta', index: 0, text: 'Hello 🎧' },
      { type: 'finish', index: 0, finishReason: 'content_filter' },
      { type: 'usage', usage: { promptTokens: 3, completionTokens: 4 } },
    ]);
  });

  it('is the text parts of a list of parts', async () => {
    const content = [thinking, textPart('Hel'), { type: 'text' }, textPart('lo')];
    server.script = json(200, { choices: [{ message: { content } }] });
    expect(answerTextOf(await collect(chat({ stream: false })))).toBe('Hello');
  });

  it('is never asked for only to count its prompt', async () => {
    expect(await setup.provider.countPrompt(setup.target, request(), new AbortController().signal)).toBeNull();
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['HTML', '<html>ok</html>'],
    ['half a JSON text', '{"choices": ['],
    ['JSON without choices', '{"object": "x"}'],
    ['a JSON array', '[]'],
  ])('that is %s is provider_failed', async (_name, body) => {
    server.script = (response) => void response.writeHead(200).end(body);
    await expect(collect(chat({ stream: false }))).rejects.toMatchObject({
      code: 'provider_failed',
      type: 'upstream_error',
    });
  });
});

describe('the request', () => {
  it('carries the parameters given and no others', async () => {
    server.script = pieces(delta('', 'stop'), DONE);
    await collect(
      chat({
        messages: [{ role: 'developer', content: 'd' }],
        user: 'u',
        parameters: {
          ...{ max_tokens: 5, temperature: 0, top_p: 0.5, stop: ['x'] },
          ...{ seed: 7, guided_json: { type: 'object' } },
        },
      }),
    );
    await collect(chat({ stream: false, parameters: { stop: [] } }));
    expect(server.seen.map(({ body }) => body)).toEqual([
      {
        model: 'm',
        messages: [{ role: 'system', content: 'd' }],
        max_tokens: 5,
        temperature: 0,
        top_p: 0.5,
        stop: ['x'],
        user: 'u',
        seed: 7,
        guided_json: { type: 'object' },
        stream: true,
        stream_options: { include_usage: true },
      },
      { model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream: false },
    ]);
    expect(server.seen[0]).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: `Bearer ${KEY}` } });
  });

  it.each([
    { type: 'json_object' as const },
    {
      type: 'json_schema' as const,
      json_schema: { name: 'a', schema: { type: 'string', pattern: 'x' }, strict: true },
    },
  ])('carries the response format as it was given: $type', async (responseFormat) => {
    server.script = pieces(delta('', 'stop'), DONE);
    await collect(chat({ parameters: { response_format: responseFormat } }));
    expect(server.seen[0]?.body).toMatchObject({ response_format: responseFormat });
  });

  it('carries names and pictures', async () => {
    server.script = pieces(delta('', 'stop'), DONE);
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image' as const, url: 'data:image/png;base64,AA==', detail: 'low' },
      { type: 'image' as const, url: 'https://host/b.png' },
    ];
    await collect(chat({ messages: [{ role: 'user', name: 'ann', content }] }));
    expect(server.seen[0]?.body['messages']).toEqual([
      {
        role: 'user',
        name: 'ann',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://host/b.png' } },
        ],
      },
    ]);
  });

  it('keeps path and query of the address, and its connections for the next ones', async () => {
    server.script = json(200, { choices: [{ message: { content: 'a' } }] });
    for (let turn = 0; turn < 10; turn++) {
      const target = { kind: 'openai' as const, baseUrl: `${server.baseUrl}/x/?api-version=1`, model: 'm' };
      await collect(setup.provider.chat(target, request({ stream: false }), new AbortController().signal));
    }
    expect(new Set(server.seen.map(({ path }) => path))).toEqual(new Set(['/v1/x/chat/completions?api-version=1']));
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(new Set([undefined]));
    // A connection is free a moment after its answer, so a request that follows at once may open a second one.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it.each(['', 'ftp://host/v1', 'http://user:hunter2@host/v1', 'http://host/v1#x'])(
    'is refused for the address %p',
    async (baseUrl) => {
      const batches = setup.provider.chat(
        { kind: 'openai', baseUrl, model: 'm' },
        request(),
        new AbortController().signal,
      );
      await expect(collect(batches)).rejects.toMatchObject({
        code: 'base_url_invalid',
        message: expect.not.stringContaining('hunter2'),
      });
    },
  );
});
