import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collect } from '../../../test/providers/collect.js';
import { HttpSetup } from '../../../test/providers/http-setup.js';
import { event, json, pieces, type ScriptedServer } from '../../../test/providers/scripted-server.js';
import { anthropicProtocol } from './anthropic-kind.js';

let setup: HttpSetup;
let server: ScriptedServer;

beforeEach(async () => {
  setup = new HttpSetup(anthropicProtocol);
  server = setup.server;
  await server.start();
});

afterEach(() => setup.stop());

const chat: HttpSetup['chat'] = (...args) => setup.chat(...args);
const citation = { type: 'char_location', cited_text: 'x' };
const content = [
  { type: 'thinking', thinking: 'hm 🎧', signature: 'sig' },
  { type: 'redacted_thinking', data: 'xyz' },
  { type: 'text', text: 'Hello', citations: [citation] },
  { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } },
  { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } },
  { type: 'tool_use', id: 't2', name: 'g', input: {} },
];
const usage = { input_tokens: 4, output_tokens: 9, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 };
const expectedUsage = {
  type: 'usage',
  usage: {
    promptTokens: 9,
    completionTokens: 9,
    promptDetails: { cached_tokens: 3, cache_creation_tokens: 2 },
    completionDetails: { reasoning_tokens: 5 },
  },
};
const details = { output_tokens_details: { thinking_tokens: 5 } };
const start = (index: number, content_block: object) => event({ type: 'content_block_start', index, content_block });
const delta = (index: number, one: object) => event({ type: 'content_block_delta', index, delta: one });
const stop = (index: number) => event({ type: 'content_block_stop', index });
const begin = (fields: object = {}) => event({ type: 'message_start', message: { content: [], usage, ...fields } });
const end = (stop_reason: string, more: object = {}) =>
  event({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 9, input_tokens: null, ...more } }) +
  event({ type: 'message_stop' });

describe('a whole answer', () => {
  it('has its thinking with signatures, text, citations, calls and usage', async () => {
    const answer = { content, stop_reason: 'tool_use', usage: { ...usage, ...details, service_tier: 'standard' } };
    server.script = json(200, answer);
    expect(await collect(chat({ stream: false }))).toEqual([
      { type: 'served_by', servedBy: { service_tier: 'standard' } },
      { type: 'reasoning', index: 0, text: 'hm 🎧' },
      { type: 'reasoning_block', index: 0, block: { characters: 5, signature: 'sig' } },
      { type: 'reasoning_block', index: 0, block: { data: 'xyz' } },
      { type: 'annotations', index: 0, annotations: [citation] },
      { type: 'delta', index: 0, text: 'Hello' },
      { type: 'tool_call', index: 0, call: 0, id: 't1', name: 'f', arguments: '' },
      { type: 'tool_call', index: 0, call: 0, arguments: '{"a":1}' },
      { type: 'tool_call', index: 0, call: 1, id: 't2', name: 'g', arguments: '' },
      { type: 'tool_call', index: 0, call: 1, arguments: '{}' },
      { type: 'finish', index: 0, finishReason: 'tool_calls' },
      expectedUsage,
    ]);
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
  ])('that ends with %s ends with %s', async (stop_reason, finishReason) => {
    server.script = json(200, { content: [], stop_reason });
    expect(await collect(chat({ stream: false }))).toEqual([{ type: 'finish', index: 0, finishReason }]);
  });

  it('is one for each choice', async () => {
    server.script = json(200, { content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn', usage });
    const events = await collect(chat({ stream: false, choices: 3 }));
    expect(events.filter(({ type }) => type === 'finish').map((one) => 'index' in one && one.index)).toEqual([0, 1, 2]);
    expect(server.seen).toHaveLength(3);
  });
});

describe('a stream', () => {
  it('has the same, piece by piece, without half a character', async () => {
    const [half, other] = ['🎧'.slice(0, 1), '🎧'.slice(1)];
    server.script = pieces(
      begin({ usage: { ...usage, output_tokens: 1, service_tier: 'standard' } }),
      event({ type: 'ping' }),
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: `hm ${half}` }),
      delta(0, { type: 'thinking_delta', thinking: other }),
      delta(0, { type: 'signature_delta', signature: 'sig' }),
      stop(0),
      start(1, { type: 'redacted_thinking', data: 'xyz' }) + stop(1),
      start(2, { type: 'text', text: '' }),
      delta(2, { type: 'text_delta', text: 'Hel' }),
      delta(2, { type: 'text_delta', text: 'lo' }),
      delta(2, { type: 'citations_delta', citation }) + stop(2),
      start(3, { type: 'tool_use', id: 't1', name: 'f', input: {} }),
      delta(3, { type: 'input_json_delta', partial_json: '{"a"' }),
      delta(3, { type: 'input_json_delta', partial_json: ':1}' }) + stop(3),
      start(4, { type: 'tool_use', id: 't2', name: 'g', input: {} }) + stop(4),
      end('tool_use', details),
    );
    expect(await collect(chat())).toEqual([
      { type: 'served_by', servedBy: { service_tier: 'standard' } },
      { type: 'reasoning', index: 0, text: 'hm ' },
      { type: 'reasoning', index: 0, text: '🎧' },
      { type: 'reasoning_block', index: 0, block: { characters: 5, signature: 'sig' } },
      { type: 'reasoning_block', index: 0, block: { data: 'xyz' } },
      { type: 'delta', index: 0, text: 'Hel' },
      { type: 'delta', index: 0, text: 'lo' },
      { type: 'annotations', index: 0, annotations: [citation] },
      { type: 'tool_call', index: 0, call: 0, id: 't1', name: 'f', arguments: '' },
      { type: 'tool_call', index: 0, call: 0, arguments: '{"a"' },
      { type: 'tool_call', index: 0, call: 0, arguments: ':1}' },
      { type: 'tool_call', index: 0, call: 1, id: 't2', name: 'g', arguments: '' },
      { type: 'tool_call', index: 0, call: 1, arguments: '{}' },
      { type: 'finish', index: 0, finishReason: 'tool_calls' },
      expectedUsage,
    ]);
  });

  it.each<[string, string[], object]>([
    ['breaks off', [begin(), start(0, { type: 'text', text: 'Hel' })], { code: 'provider_failed' }],
    ['has no event', [], { code: 'provider_failed' }],
    ['has a broken event', [begin(), 'data: {"type\n\n'], { code: 'provider_failed' }],
    ['has a call without a name', [begin(), start(0, { type: 'tool_use', id: 'x' })], { code: 'provider_failed' }],
    [
      'ends with an error',
      [begin(), event({ type: 'error', error: { type: 'api_error', message: 'Oh no' } })],
      { code: 'provider_failed', details: { provider_message: 'Oh no' } },
    ],
    [
      'ends with overload',
      [begin(), event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })],
      { code: 'provider_rate_limited' },
    ],
  ])('that %s is an error', async (_, parts, error) => {
    server.script = pieces(...parts);
    await expect(collect(chat())).rejects.toMatchObject(error);
  });
});

describe('an error of the server', () => {
  const errorBody = (type: string, message: string) => ({ type: 'error', error: { type, message } });

  it.each<[number, string, string, object]>([
    [
      400,
      'invalid_request_error',
      'max_tokens: too many',
      { code: 'provider_rejected', message: 'max_tokens: too many' },
    ],
    [400, 'invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum', { code: 'context_length_exceeded' }],
    [413, 'request_too_large', 'too large', { code: 'provider_rejected' }],
    [401, 'authentication_error', 'invalid x-api-key', { code: 'provider_failed' }],
    [404, 'not_found_error', 'model: m', { code: 'provider_failed' }],
    [500, 'api_error', 'oh', { code: 'provider_failed' }],
    [529, 'overloaded_error', 'Overloaded', { code: 'provider_rate_limited' }],
  ])('%i %s: %s', async (status, type, message, error) => {
    server.script = json(status, errorBody(type, message));
    await expect(collect(chat())).rejects.toMatchObject(error);
  });

  it('that limits the rate has the time after which to retry', async () => {
    server.script = json(429, errorBody('rate_limit_error', 'slow down'), { 'retry-after': '7' });
    await expect(collect(chat())).rejects.toMatchObject({ code: 'provider_rate_limited', retryAfterS: 7 });
  });
});
