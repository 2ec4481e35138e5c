import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { newAnswer, type Answer } from './answer.js';
import { imagesOf, textOf, userMessage, type Judgement, type Turn } from './conversation.js';
import { readSaved, savedText, type SavedPlayground } from './saved-playground.js';
import { noSettings } from './settings.js';

const image = { name: 'dot.png', url: `data:image/png;base64,${'A'.repeat(4_000)}` };

function playground(answers: readonly Answer[], judgement: Judgement | null = null): SavedPlayground {
  const turn: Turn = { id: 't', messages: [userMessage('Which?', [image])], answers, judgement, isRecorded: true };
  const entered = { settings: noSettings, draft: { text: 'more', images: [image] } };
  return { turns: [turn], entered, search: { models: 'a' }, notes: [] };
}

const done: Answer = { ...newAnswer('a'), status: 'done', text: 'This one.' };
const reloaded = (saved: SavedPlayground, limit?: number) => readSaved(savedText(saved, limit) ?? '');

describe('a playground over a reload', () => {
  it('has its turns and what was entered', () => {
    const saved = playground([done]);
    expect(reloaded(saved)).toMatchObject(saved);
  });

  it('has errors with their codes', () => {
    const error = new ApiError('Too odd.', 400, 'odd', 'messages');
    const answers = reloaded(playground([{ ...done, status: 'failed', error }]))?.turns[0]?.answers;
    expect(answers?.[0]?.error).toBeInstanceOf(ApiError);
    expect(answers?.[0]?.error).toMatchObject({ message: 'Too odd.', status: 400, code: 'odd', param: 'messages' });
  });

  it('shows an answer as interrupted that still streamed, and a verdict that was not stored yet', () => {
    const judgement: Judgement = {
      id: 'j',
      verdict: { kind: 'rated', value: true },
      columns: [0],
      metric: 'm',
      stored: null,
      error: null,
    };
    const [turn] = reloaded(playground([{ ...done, status: 'streaming' }, done], judgement))?.turns ?? [];
    expect(turn?.answers.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(turn?.answers[0]).toMatchObject({
      text: 'This one.',
      error: { message: expect.stringMatching(/^Interrupted/) },
    });
    expect(turn?.judgement).toMatchObject({ id: 'j', error: { message: expect.stringMatching(/^Interrupted/) } });
  });

  it('leaves out images where it would be too large, and keeps nothing where that does not suffice', () => {
    const saved = playground([done]);
    const small = reloaded(saved, 4_000);
    const [message] = small?.turns[0]?.messages ?? [];
    expect(message && imagesOf(message)).toEqual([]);
    expect(message && textOf(message)).toContain('An image was too large');
    expect(small?.entered.draft).toEqual({ text: 'more', images: [] });
    expect(savedText(saved, 100)).toBeNull();
  });

  it('is not read from a text of another form', () => {
    expect(readSaved('')).toBeNull();
    expect(readSaved('{"version":0,"turns":[]}')).toBeNull();
  });
});
