import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import { chatInputSchema } from './chat-input.js';
import { completionInputSchema } from './completion-input.js';

const good = { model: 'demo/m', prompt: 'Hi' };
const parsed = (fields: object) => parseBody(completionInputSchema, { ...good, ...fields });

describe('a text completion of the older revision', () => {
  it('accepts every field of the older revision', () => {
    const fields = {
      stop: ['END'],
      max_tokens: 5,
      temperature: 0.5,
      top_p: 0.9,
      serialized_python: null,
      stream: true,
      stream_options: { include_usage: true },
      session_id: '01a1fa94-bc39-76fc-ae14-2236200b254a',
      user: '01a1fa94-bc39-76fc-ae14-2236200b254b',
      model: 'demo',
      ab_campaign: 'spring',
      n: 2,
      metadata: { a: '1' },
      labels: { a: '1' },
      tags: ['t'],
    };
    expect(parsed(fields)).toEqual({ ...good, ...fields });
  });

  it('accepts a prompt list of one text and no other list', () => {
    expect(parsed({ prompt: ['Hi'] }).prompt).toBe('Hi');
    for (const prompt of [['a', 'b'], [], [1], [[1, 2]], [1, 2], 1, null, undefined]) {
      expect(() => parsed({ prompt })).toThrow(/^prompt/);
    }
  });

  it('rejects contradictory fields like a chat', () => {
    expect(() => parsed({ labels: { a: '1' }, metadata: { a: '2' } })).toThrow(/^metadata/);
    expect(() => parsed({ user: 'bob', labels: { user: 'eve' } })).toThrow(/^user/);
  });

  it('passes unknown fields to the provider', () => {
    expect(parsed({ seed: 7, min_tokens: 2 })).toEqual({ ...good, seed: 7, min_tokens: 2 });
  });

  it('accepts fields of chats and of OpenAI with values that request nothing', () => {
    const more = { messages: null, use_tools: false, logprobs: null, echo: false, best_of: 1, suffix: '' };
    expect(parsed(more)).toEqual(good);
  });

  it.each<[string, unknown]>([
    ['messages', []],
    ['tools', [{ id: 't', enabled: true }]],
    ['use_tools', true],
    ['tool_choice', 'required'],
    ['logprobs', 5],
    ['echo', true],
    ['suffix', 'end'],
    ['best_of', 3],
  ])('rejects %s by name', (name, value) => {
    expect(() => parsed({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: name }),
    );
  });
});

it.each([
  ['a chat', chatInputSchema, { model: 'demo', messages: [{ role: 'user', content: 'Hi' }] }],
  ['a text completion', completionInputSchema, good],
])('rejects serialized_python of %s unless null: code is never executed', (_, schema, body) => {
  expect(() => parseBody(schema, { ...body, serialized_python: null })).not.toThrow();
  for (const serialized_python of ['print(1)', '', {}, 0, false]) {
    expect(() => parseBody(schema, { ...body, serialized_python })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'serialized_python' }),
    );
  }
});
