import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collect } from '../../../test/providers/collect.js';
import { HttpSetup } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import { DONE, event, json, pieces, type ScriptedServer } from '../../../test/providers/scripted-server.js';

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

it('names the limit of tokens as the caller does: some models reject the older name', async () => {
  server.script = json(200, { choices: [{ message: { content: 'Hi' } }] });
  await collect(chat({ stream: false, parameters: { max_tokens: 5 } }));
  await collect(chat({ stream: false, parameters: { max_tokens: 5, max_completion_tokens: 5 } }));
  const [older, newer] = server.seen.map(({ body }) => body);
  expect(older).toMatchObject({ max_tokens: 5 });
  expect(newer).toMatchObject({ max_completion_tokens: 5 });
  expect(newer).not.toHaveProperty('max_tokens');
});

it('sends unknown fields of messages, parts and functions as they are, and none of another interface', async () => {
  server.script = json(200, { choices: [{ message: { content: 'Hi' } }] });
  const fields = { provider_fields: { weight: 1 }, anthropic_fields: { cache_control: {} } };
  const part = { type: 'text' as const, text: 'Hi', ...fields };
  const functionFields = { provider_fields: { weight: 1, function: { returns: 'x' } }, anthropic_fields: {} };
  const tools = { functions: [{ name: 'f', ...functionFields }] };
  await collect(chat({ stream: false, messages: [{ role: 'user', content: [part], ...fields }], tools }));
  expect(server.seen[0]?.body).toMatchObject({
    messages: [{ weight: 1, role: 'user', content: [{ weight: 1, type: 'text', text: 'Hi' }] }],
    tools: [{ weight: 1, type: 'function', function: { returns: 'x', name: 'f' } }],
  });
  expect(JSON.stringify(server.seen[0]?.body)).not.toMatch(/_fields|cache_control/);
});

describe('an answer', () => {
  it('has its reasoning, refusal, annotations, counts and what the server says about itself', async () => {
    const message = { content: 'Hi', reasoning_content: 'Hm', refusal: 'No', annotations: [{ type: 'url_citation' }] };
    const counts = { cached_tokens: 3, wrong: -1, worse: 'x' };
    const usage = {
      prompt_tokens: 4,
      completion_tokens: 2,
      prompt_tokens_details: counts,
      completion_tokens_details: null,
    };
    const about = { system_fingerprint: 'fp', service_tier: null };
    const parts = [
      { type: 'served_by', servedBy: { system_fingerprint: 'fp' } },
      { type: 'reasoning', index: 0, text: 'Hm' },
      { type: 'delta', index: 0, text: 'Hi' },
      { type: 'refusal', index: 0, text: 'No' },
      { type: 'annotations', index: 0, annotations: [{ type: 'url_citation' }] },
      { type: 'finish', index: 0, finishReason: 'stop' },
      { type: 'usage', usage: { promptTokens: 4, completionTokens: 2, promptDetails: { cached_tokens: 3 } } },
    ];
    server.script = json(200, { ...about, choices: [{ message, finish_reason: 'stop' }], usage });
    expect(await collect(chat({ stream: false }))).toEqual(parts);
    const choice = { index: 0, delta: message, finish_reason: 'stop' };
    server.script = pieces(event({ ...about, choices: [choice] }), event({ ...about, choices: [], usage }), DONE);
    expect(await collect(chat())).toEqual(parts);
  });

  it('has the thinking of a server that sends it among the parts of the content', async () => {
    server.script = json(200, {
      choices: [{ message: { content: [thinking, textPart('Hi')] }, finish_reason: 'stop' }],
    });
    const [first] = await collect(chat({ stream: false }));
    expect(first).toEqual({ type: 'reasoning', index: 0, text: 'hm' });
  });

  it('fails where refusals and annotations have no end', async () => {
    const annotations = [{ text: 'x'.repeat(20_000) }];
    server.script = json(200, { choices: [{ message: { content: 'Hi', annotations }, finish_reason: 'stop' }] });
    await expect(collect(chat({ stream: false }))).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('has the log probabilities of its tokens, without broken entries', async () => {
    const entry = {
      token: 'Hi',
      logprob: -0.5,
      bytes: [72, 105],
      top_logprobs: [{ token: 'Ho', logprob: -1, bytes: null }],
    };
    const content = [entry, { token: 'x' }, null, { token: 7, logprob: 1 }];
    server.script = pieces(
      event({ choices: [{ index: 0, delta: { content: 'Hi' }, logprobs: { content } }] }),
      event({ choices: [{ index: 0, delta: { content: '!' }, logprobs: { content: 'x' }, finish_reason: 'stop' }] }),
      DONE,
    );
    expect((await collect(chat())).slice(0, 2)).toEqual([
      { type: 'delta', index: 0, text: 'Hi', logprobs: [entry] },
      { type: 'delta', index: 0, text: '!' },
    ]);
    server.script = json(200, {
      choices: [{ message: { content: 'Hi' }, logprobs: { content }, finish_reason: 'stop' }],
    });
    const [first] = await collect(chat({ stream: false }));
    expect(first).toEqual({ type: 'delta', index: 0, text: 'Hi', logprobs: [entry] });
  });
});
