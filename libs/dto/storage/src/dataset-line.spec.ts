import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import { datasetLineSchema } from './dataset-line.js';

const row = (line: object) => parseBody(datasetLineSchema, line);
const messages = [{ role: 'user', content: 'Hello' }];

describe('a line of a dataset', () => {
  it('keeps messages and sets a missing completion to null', () => {
    expect(row({ messages, completion: 'Hi' })).toEqual({ messages, completion: 'Hi' });
    expect(row({ messages })).toEqual({ messages, completion: null });
  });

  it('of a prompt becomes one message of a user', () => {
    expect(row({ prompt: 'Hello', completion: '' })).toEqual({ messages, completion: '' });
  });

  it.each([
    ['preferred_completion', 'other_completion'],
    ['chosen', 'rejected'],
    ['preferred_completion', 'rejected'],
  ])('puts the preferred answer of a preference first: %s over %s', (preferred, other) => {
    expect(row({ prompt: 'Hello', [preferred]: 'good', [other]: 'bad' })).toEqual({
      messages,
      completion: 'good',
      other_completion: 'bad',
    });
  });

  it('keeps metrics, labels and metadata of any kind', () => {
    const metrics = { score: 0.5 };
    const labels = { team: 'a' };
    const expected = { messages, completion: null, metrics, labels };
    expect(row({ messages, metrics, labels })).toEqual(expected);
    for (const metadata of [labels, { a: [1, null] }, ['x'], 'x', 0, false])
      expect(row({ messages, metrics, labels, metadata })).toEqual({ ...expected, metadata });
    expect(row({ messages, metrics, labels, metadata: null })).toEqual(expected);
  });

  it('writes its fields in one order', () => {
    const written = JSON.stringify(
      row({ labels: { a: 'b' }, rejected: 'n', metrics: { m: 1 }, chosen: 'y', messages }),
    );
    expect(Object.keys(JSON.parse(written) as object)).toEqual([
      'messages',
      'completion',
      'other_completion',
      'metrics',
      'labels',
    ]);
  });

  it('treats null as absent and removes unknown fields', () => {
    expect(row({ messages, prompt: null, completion: null, metrics: null, source: 'x' })).toEqual({
      messages,
      completion: null,
    });
  });

  it('normalises images as they were given', () => {
    const parts = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: 'https://example.org/a.png' },
      { type: 'image_url', image_url: { url: 'anything' } },
      { type: 'image_url', image_url: { url: 'anything', detail: 'low' } },
      { type: 'image', url: 'data:image/png;base64,AAAA' },
    ];
    expect(row({ messages: [{ role: 'user', content: parts }] }).messages[0]?.content).toEqual([
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: 'https://example.org/a.png' },
      { type: 'image_url', image_url: 'anything' },
      { type: 'image_url', image_url: { url: 'anything', detail: 'low' } },
      { type: 'image_url', image_url: 'data:image/png;base64,AAAA' },
    ]);
  });

  it('keeps tool calls and their results', () => {
    const withTools = [
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f' } }] },
      { role: 'tool', content: '42', tool_call_id: 'c1' },
    ];
    expect(row({ messages: withTools }).messages).toEqual(withTools);
  });

  it.each([
    [{}, 'messages', 'is required if prompt is absent'],
    [{ messages: [] }, 'messages', 'at least 1 entries'],
    [{ messages, prompt: 'x' }, 'prompt', 'got both'],
    [{ messages: 'x' }, 'messages', 'an array'],
    [{ messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role', 'one of'],
    [{ messages: [{ role: 'user' }] }, 'messages[0].content', 'is required'],
    [{ messages: [{ role: 'user', content: [] }] }, 'messages[0].content', 'at least 1 entries'],
    [{ messages: [{ role: 'user', content: [{ type: 'video' }] }] }, 'messages[0].content[0].type', 'one of'],
    [{ prompt: 1 }, 'prompt', 'a string'],
    [{ messages, completion: { text: 'x' } }, 'completion', 'a string'],
    [{ messages, chosen: 'x' }, 'other_completion', 'is required'],
    [{ messages, rejected: 'x' }, 'preferred_completion', 'is required'],
    [{ messages, completion: 'x', chosen: 'y', rejected: 'z' }, 'completion', 'must be absent'],
    [{ messages, chosen: 'x', preferred_completion: 'y', rejected: 'z' }, 'chosen', 'must equal'],
    [{ messages, metrics: { score: '1' } }, 'metrics.score', 'a number'],
    [{ messages, metrics: [1] }, 'metrics', 'an object'],
    [{ messages, labels: { a: 1 } }, 'labels.a', 'a string'],
    [{ messages, metadata: 'x'.repeat(65_536) }, 'metadata', 'expected JSON of at most 65536 bytes'],
  ])('is rejected when it is wrong: %j', (line, param, message) => {
    expect(() => row(line)).toThrow(expect.objectContaining({ param, message: expect.stringContaining(message) }));
  });
});
