import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/client.js';
import { requestOf } from './request.js';
import { timingParts, tokenRate } from './timings.js';
import { buildTurns } from './turns.js';

const base: Schemas['Interaction'] = {
  completion_id: 'c1',
  session_id: 's',
  project: 'demo',
  model: 'demo/large',
  messages: [{ role: 'user', content: 'Hello' }],
  completion: 'Hi',
  system_prompt: null,
  finish_reason: 'stop',
  usage: { prompt_tokens: 3, completion_tokens: 11, total_tokens: 14 },
  timings: { queue_ms: 50, first_token_ms: 100, total_ms: 350 },
  parameters: { temperature: 0.5 },
  user: null,
  labels: {},
  tags: [],
  ab_campaign: null,
  propensity: null,
  source: 'served',
  error: null,
  created_at: '2026-01-01T00:00:00.000Z',
  feedback: [],
};

describe('buildTurns', () => {
  const question = { role: 'user', content: 'And now?' };
  const later = { ...base, completion_id: 'c2', created_at: '2026-01-01T00:00:10.000Z' };

  it('shows only new messages', () => {
    const messages = [...base.messages, { role: 'assistant', content: 'Hi ' }, question];
    const turns = buildTurns([base, { ...later, messages }]);
    expect(turns.map((turn) => turn.messages)).toEqual([base.messages, [question]]);
    expect(turns.map(({ repeated, pauseMs }) => [repeated, pauseMs])).toEqual([
      [0, null],
      [2, 9_650],
    ]);
  });

  it('shows an answer that was changed before it was sent back', () => {
    const changed = { role: 'assistant', content: 'Hello to you' };
    const [, turn] = buildTurns([base, { ...later, messages: [...base.messages, changed, question] }]);
    expect(turn?.messages).toEqual([changed, question]);
  });

  it('shows all messages of another conversation', () => {
    const [, turn] = buildTurns([base, { ...later, messages: [question] }]);
    expect(turn).toMatchObject({ messages: [question], repeated: 0 });
  });
});

describe('timingParts', () => {
  it('splits the time of an answer', () => {
    expect(timingParts(base.timings as never).map(({ id, ms, share }) => [id, ms, share])).toEqual([
      ['queue', 50, 0.125],
      ['firstToken', 100, 0.25],
      ['generation', 250, 0.625],
    ]);
  });

  it('has no first token without one', () => {
    const parts = timingParts({ queue_ms: 0, first_token_ms: null, total_ms: 0 });
    expect(parts.map(({ id, share }) => [id, share])).toEqual([
      ['queue', 0],
      ['generation', 0],
    ]);
  });

  it('measures the rate after the first token', () => {
    expect(tokenRate(base)).toBe(40);
    expect(tokenRate({ ...base, usage: null })).toBeNull();
  });
});

describe('requestOf', () => {
  it('sends what the interface takes', () => {
    const request = requestOf(
      {
        ...base,
        user: '72b14d52',
        labels: { user: 'ada' },
        tags: ['t'],
        messages: [{ role: 'user', content: 'Hello', metadata: { a: 1 } }],
      },
      'demo',
    );
    expect(request).toEqual({
      model: 'demo/large',
      messages: [{ role: 'user', content: 'Hello' }],
      temperature: 0.5,
      user: 'ada',
      tags: ['t'],
    });
    expect(requestOf({ ...base, model: null }, 'demo').model).toBe('demo');
  });
});
