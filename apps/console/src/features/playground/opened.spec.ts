import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/client.js';
import { openInteraction } from './opened.js';

const interaction = {
  completion_id: 'c',
  session_id: 's',
  model: 'demo/small',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'first', completion_id: 'c0' },
    { role: 'user', content: 'Two' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'i', type: 'function', function: { name: 'f', arguments: '' } }],
    },
    { role: 'tool', content: '3', tool_call_id: 'i' },
  ],
  completion: 'second',
  usage: null,
  finish_reason: 'stop',
  timings: { queue_ms: 10, first_token_ms: 20, total_ms: 70 },
  parameters: {
    temperature: 0,
    stop: ['x', 'y'],
    response_format: { type: 'json_schema', json_schema: { schema: {} } },
  },
  tags: ['a', 'b'],
} as unknown as Schemas['Interaction'];

describe('openInteraction', () => {
  const { turns, settings, model } = openInteraction(interaction);

  it('makes a turn of each answer, with calls of functions and their results in the turn', () => {
    expect(turns.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ['user'],
      ['user', 'assistant', 'tool'],
    ]);
    expect(turns.map(({ answers }) => answers.map(({ text, completionId }) => [text, completionId]))).toEqual([
      [['first', 'c0']],
      [['second', 'c']],
    ]);
    expect(turns[1]?.answers[0]).toMatchObject({ status: 'done', firstTokenMs: 30, durationMs: 80, model: 'small' });
  });

  it('takes the system message and the parameters', () => {
    expect(model).toBe('small');
    expect(settings).toMatchObject({
      system: 'Be brief.',
      temperature: '0',
      topP: '',
      stop: 'x\ny',
      tags: 'a, b',
      format: 'json_schema',
      schema: '{}',
    });
  });
});
