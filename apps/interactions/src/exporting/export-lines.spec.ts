import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { RecordedMessage } from '@earshot/contracts-interactions';
import type { StoredInteraction } from '../reading/reading.repository.js';
import { dpoLine, ktoLine, sftLine, type Answer, type MetricValues } from './export-lines.js';

const hello: RecordedMessage = { role: 'user', content: 'Hello' };

interface Given {
  readonly system_prompt?: string;
  readonly messages?: RecordedMessage[];
  readonly values?: MetricValues[];
  readonly user_id?: string;
}

function answer(text: string, { system_prompt, messages = [hello], values = [], user_id }: Given = {}): Answer {
  const record = { system_prompt: system_prompt ?? null, labels: {} };
  const row = { completion_id: `id of ${text}`, user_id: user_id ?? null, record } as unknown as StoredInteraction;
  return { row, messages, text, values };
}

const prompted = (text: string, system_prompt: string) => answer(text, { system_prompt });
const parsed = (line: { line: string } | null) => JSON.parse(String(line?.line)) as Record<string, unknown>;
const votes = (yes: number, no: number): MetricValues[] => [{ metricId: 'm', metric: 'helpful', mean: 0, yes, no }];

describe('a line of an export', () => {
  it('begins with the system prompt', () => {
    expect(parsed(sftLine(prompted('Hi', 'Be brief.'), 1))).toEqual({
      messages: [{ role: 'system', content: 'Be brief.' }, hello, { role: 'assistant', content: 'Hi' }],
    });
  });

  it('has images in the form of datasets, and nothing of messages that trainers do not read', () => {
    const content: RecordedMessage['content'] = [
      { type: 'text', text: 'What is it?' },
      { type: 'image', url: '/images/p/1.png' },
      { type: 'image', url: 'https://a.example/2.png', detail: 'low' },
    ];
    const messages = [{ role: 'user', name: 'ann', content, metadata: { secret: 1 } }];
    expect(parsed(sftLine(answer('A cat.', { messages }), 1))['messages']).toEqual([
      {
        role: 'user',
        name: 'ann',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: '/images/p/1.png' },
          { type: 'image_url', image_url: { url: 'https://a.example/2.png', detail: 'low' } },
        ],
      },
      { role: 'assistant', content: 'A cat.' },
    ]);
  });

  it('of two answers keeps a system prompt only if both have it', () => {
    const prompt = (one: string, two: string) =>
      parsed(dpoLine('c', prompted('a', one), prompted('b', two), 1))['prompt'];
    expect(prompt('Be brief.', 'Be brief.')).toEqual([{ role: 'system', content: 'Be brief.' }, hello]);
    expect(prompt('Be brief.', 'Be kind.')).toEqual([hello]);
  });

  it.each([
    ['true', true, votes(2, 1), true],
    ['false', true, votes(1, 2), false],
    ['false, of a metric that is better when lower', false, votes(2, 1), false],
    ['true, of a metric that is better when lower', false, votes(0, 1), true],
  ])('has the label %s', (_, desirable, values, label) => {
    const line = ktoLine(answer('Hi', { values }), 1, { metricId: 'm', desirable });
    expect(parsed(line)).toEqual({ prompt: [hello], completion: [{ role: 'assistant', content: 'Hi' }], label });
  });

  it.each([
    ['people are at odds', votes(2, 2)],
    ['nobody said anything under the metric', []],
  ])('has no label where %s, and is none', (_, values) => {
    expect(ktoLine(answer('Hi', { values }), 1, { metricId: 'm', desirable: true })).toBeNull();
  });

  it('is listed in the manifest with number, completions, their users and a hash', () => {
    const [one, two] = [answer('ä', { user_id: 'u' }), answer('b', { user_id: 'u' })];
    const { line, manifest } = dpoLine('comparison', one, two, 7);
    const sha256 = createHash('sha256').update(line).digest('hex');
    const completion_ids = ['id of ä', 'id of b'];
    expect(JSON.parse(manifest)).toEqual({ line: 7, id: 'comparison', completion_ids, users: ['u'], sha256 });
  });
});
