import { describe, expect, it } from '@jest/globals';
import { contentText, excerptOf, promptOf, toRow } from './row.js';

const listed: Parameters<typeof toRow>[0] = {
  completion_id: 'c',
  session_id: 's',
  project: 'demo',
  model: 'demo/large',
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is\nthis?' },
        { type: 'image_url', image_url: 'https://example.com/x.png' },
      ],
    },
    { role: 'tool', content: '{}' },
  ],
  completion: 'A  cat.\n',
  system_prompt: null,
  finish_reason: 'stop',
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  timings: { queue_ms: 1, first_token_ms: 20, total_ms: 90 },
  parameters: {},
  user: 'ada',
  labels: { team: 'sales' },
  tags: ['reviewed'],
  ab_campaign: null,
  propensity: null,
  source: 'served',
  error: null,
  created_at: '2026-01-01T00:00:00.000Z',
};

describe('toRow', () => {
  it('shortens an interaction to what the table shows', () => {
    expect(toRow(listed)).toMatchObject({
      prompt: 'What is this? [image]',
      completion: 'A cat.',
      tokens: 7,
      firstTokenMs: 20,
      totalMs: 90,
      labels: ['team:sales', 'reviewed'],
    });
  });

  it('names the user as the request did', () => {
    const labelled = toRow({ ...listed, user: '72b14d52-99b0', labels: { user: 'ada', team: 'sales' } });
    expect([labelled.user, labelled.labels]).toEqual(['ada', ['team:sales', 'reviewed']]);
    expect(toRow({ ...listed, user: '72b14d52-99b0' }).user).toBeNull();
  });

  it('shows a call or an error in place of a missing answer', () => {
    const call = { id: '1', type: 'function' as const, function: { name: 'weather', arguments: '{"city":"Rome"}' } };
    expect(toRow({ ...listed, completion: '', tool_calls: [call] }).completion).toBe('weather({"city":"Rome"})');
    const error = { code: 'provider_error', message: 'The provider failed.' };
    expect(toRow({ ...listed, completion: '', error }).completion).toBe('The provider failed.');
  });

  it('says so when texts are too large for a list', () => {
    const { prompt, completion } = toRow({ ...listed, messages: null, completion: null });
    expect([prompt, completion]).toEqual(['Too large for the list', 'Too large for the list']);
  });
});

describe('texts', () => {
  it('takes the last message without a user', () => {
    expect(promptOf([{ role: 'system', content: 'Be brief.' }])).toBe('Be brief.');
    expect(promptOf([])).toBe('');
  });

  it('cuts long texts', () => {
    expect(excerptOf('a'.repeat(1_000))).toBe(`${'a'.repeat(160)}…`);
    expect(contentText('x')).toBe('x');
  });
});
