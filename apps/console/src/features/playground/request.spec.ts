import { describe, expect, it } from '@jest/globals';
import { newAnswer } from './answer.js';
import type { Turn } from './conversation.js';
import { requestOf, type RequestContext } from './request.js';
import { noSettings } from './settings.js';

const context: RequestContext = {
  project: 'demo',
  settings: { ...noSettings, system: 'Be brief.', tools: ['weather'] },
  tools: [{ key: 'weather', enabled: true }],
  toolModels: ['a'],
  hasOwnSystem: true,
};
const turn = (id: string): Turn => ({
  id,
  messages: [{ role: 'user', content: id }],
  answers: ['a', 'b'].map((model) => ({ ...newAnswer(model), text: model, sessionId: `s-${model}` })),
  judgement: null,
  isRecorded: true,
});

describe('requestOf', () => {
  it('sends the same messages to every model, in a session of its own', () => {
    const [a, b] = ['a', 'b'].map((model) => requestOf(context, [turn('1'), turn('2')], model));
    expect(a?.messages).toEqual(b?.messages);
    expect([a?.model, a?.session_id, b?.session_id]).toEqual(['demo/a', 's-a', 's-b']);
    expect(requestOf(context, [turn('1')], 'a')).not.toHaveProperty('session_id');
  });

  it('offers tools only to models that can call them, and sends the system message only if it is chosen', () => {
    expect(requestOf(context, [turn('1')], 'a')).toMatchObject({ use_tools: true });
    expect(requestOf(context, [turn('1')], 'b')).not.toHaveProperty('use_tools');
    expect(requestOf({ ...context, hasOwnSystem: false }, [turn('1')], 'b').messages).toHaveLength(1);
  });

  it('takes the session of the settings for all models', () => {
    const settings = { ...noSettings, session: ' mine ' };
    expect(requestOf({ ...context, settings }, [turn('1'), turn('2')], 'b').session_id).toBe('mine');
  });
});
