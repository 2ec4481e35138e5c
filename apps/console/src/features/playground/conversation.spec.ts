import { describe, expect, it } from '@jest/globals';
import { newAnswer, type Answer } from './answer.js';
import {
  columnContinued,
  hasChoice,
  imagesOf,
  judgedColumns,
  messagesOf,
  reduceConversation,
  sessionOf,
  textOf,
  userMessage,
  type Judgement,
  type Turn,
} from './conversation.js';

const judged = (column: number): Judgement => ({
  id: 'j',
  verdict: { kind: 'preferred', column },
  columns: [0, 1],
  metric: 'm',
  stored: [],
  error: null,
});
const answer = (model: string, text: string): Answer => ({
  ...newAnswer(model),
  text,
  completionId: `c-${model}`,
  sessionId: `s-${model}`,
});
const turn = (id: string, judgement: Judgement | null = null): Turn => ({
  id,
  messages: [{ role: 'user', content: `question ${id}` }],
  answers: [answer('a', 'from a'), answer('b', 'from b')],
  judgement,
  isRecorded: true,
});

describe('a conversation', () => {
  it('continues from the preferred answer for all models', () => {
    expect(messagesOf([turn('1', judged(1)), turn('2')], 'Be brief.')).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'question 1' },
      { role: 'assistant', content: 'from b', completion_id: 'c-b' },
      { role: 'user', content: 'question 2' },
    ]);
    expect(messagesOf([turn('1'), turn('2')], ' ')[1]).toMatchObject({ content: 'from a' });
  });

  it('is judged among the answers that did not fail, and continues from one of them', () => {
    const failed: Answer = { ...answer('a', 'partly'), status: 'failed' };
    const done = (model: string): Answer => ({ ...answer(model, `from ${model}`), status: 'done' });
    const several = { ...turn('1'), answers: [failed, done('b'), done('c')] };
    expect(judgedColumns(several)).toEqual([1, 2]);
    expect(columnContinued(several)).toBe(1);
    expect(hasChoice(several)).toBe(true);
    expect(hasChoice({ answers: [failed, done('b')] })).toBe(false);
    expect(hasChoice({ answers: [done('b')] })).toBe(true);
    expect(hasChoice({ answers: [failed] })).toBe(false);
    expect(judgedColumns({ answers: [newAnswer('a'), { ...newAnswer('b'), status: 'stopped' }] })).toEqual([0]);
  });

  it('leaves out an answer without text', () => {
    const failed = { ...turn('1'), answers: [newAnswer('a')] };
    expect(messagesOf([failed, turn('2')], '')).toHaveLength(2);
  });

  it('drops the turns after an edited one', () => {
    const asked = { type: 'asked', at: 0, id: 'n', messages: [], models: ['b', 'a'], isRecorded: true } as const;
    const turns = reduceConversation([turn('1'), turn('2')], asked);
    expect(turns.map(({ id }) => id)).toEqual(['n']);
    expect(turns[0]?.answers.map(({ model }) => model)).toEqual(['b', 'a']);
  });

  it('gives events to their column, and ignores those of a turn that is gone', () => {
    const asked = { type: 'asked', at: 0, id: 'n', messages: [], models: ['a', 'b'], isRecorded: true } as const;
    const started = reduceConversation([], asked);
    const events = ['n', 'gone'].map((id) => ({ turn: id, column: 1, event: { type: 'ended', atMs: 3 } as const }));
    const [after] = reduceConversation(started, { type: 'events', events });
    expect(after?.answers.map(({ status }) => status)).toEqual(['waiting', 'done']);
  });

  it('starts one answer again on its own', () => {
    const [after] = reduceConversation([turn('1')], { type: 'retried', turn: '1', column: 0 });
    expect(after?.answers.map(({ text }) => text)).toEqual(['', 'from b']);
  });

  it('keeps the session of each model', () => {
    expect(sessionOf([turn('1')], 'b')).toBe('s-b');
    expect(sessionOf([turn('1')], 'c')).toBeNull();
  });
});

describe('messages', () => {
  it('hold text and images', () => {
    const image = { name: 'x.png', url: 'data:image/png;base64,AA==' };
    const message = userMessage('What is it?', [image]);
    expect(textOf(message)).toBe('What is it?');
    expect(imagesOf(message).map(({ url }) => url)).toEqual([image.url]);
    expect(userMessage('Hi', [])).toEqual({ role: 'user', content: 'Hi' });
    expect(textOf(userMessage('', [image]))).toBe('');
  });
});
