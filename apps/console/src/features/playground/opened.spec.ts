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
    seed: 7,
    stop: ['x', 'y'],
    response_format: { type: 'json_schema', json_schema: { schema: {} } },
  },
  tags: ['a', 'b'],
  labels: { user: 'ada', team: 'sales' },
  user: '0198c5a4-7d10-7000-8000-000000000001',
  system_prompt: 'You help Acme.',
  called_tools: [{ tool: 'search' }, { tool: 'gone' }],
} as unknown as Schemas['Interaction'];

describe('openInteraction', () => {
  const { turns, settings, model } = openInteraction(interaction, {
    tools: ['search', 'other'],
    templateOf: () => 'You help {{ company }}.',
  });

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
  it('takes the user, the session, the called tools, and the arguments of the system prompt', () => {
    expect(settings).toMatchObject({
      user: 'ada',
      session: 's',
      tools: ['search'],
      systemArguments: { company: 'Acme' },
    });
  });

  it('says what it cannot take', () => {
    expect(openInteraction(interaction, { tools: [], templateOf: () => 'Changed for {{ company }}' }).notes).toEqual([
      'The playground cannot send: seed, labels.',
      'Records do not say which tools were offered. The settings offer those that were called.',
      'Your functions are not sent: records have their calls, but not the functions.',
      'The arguments of the system prompt are not recorded. Enter them in the settings if the model needs any.',
    ]);
  });
});
