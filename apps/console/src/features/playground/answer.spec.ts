import { describe, expect, it } from '@jest/globals';
import { isJudgeable, newAnswer, reduceAnswer, type Answer, type AnswerEvent, type Chunk } from './answer.js';

function chunk(content: string | null, more: object = {}, top: object = {}): AnswerEvent {
  return {
    type: 'chunk',
    atMs: 120,
    chunk: {
      id: 'chatcmpl-1',
      created: 1,
      object: 'chat.completion.chunk',
      model: 'demo/small',
      session_id: 's',
      choices: [
        {
          index: 0,
          completion_id: 'c',
          finish_reason: null,
          delta: { id: 'c', role: 'assistant', content, ...more },
        },
      ],
      ...top,
    } as Chunk,
  };
}

const after = (...events: AnswerEvent[]): Answer => events.reduce(reduceAnswer, newAnswer('small'));

describe('reduceAnswer', () => {
  it('keeps reasoning apart from the text, and counts it as output', () => {
    const thinking = (reasoning_content: string) => chunk('', { reasoning_content });
    const answer = after(thinking('H'), thinking('m'), chunk('Hi'));
    expect(answer).toMatchObject({ reasoning: 'Hm', text: 'Hi' });
    expect(after(thinking('H')).firstTokenMs).not.toBeNull();
  });

  it('joins the text and can be judged from the first chunk on', () => {
    expect(isJudgeable(newAnswer('small'))).toBe(false);
    const answer = after(chunk('Hel'), chunk('lo'));
    expect(answer).toMatchObject({ text: 'Hello', status: 'streaming', completionId: 'c', answeredBy: 'demo/small' });
    expect(isJudgeable(answer)).toBe(true);
  });

  it('measures the first token at the first text, not at the first chunk', () => {
    expect(after(chunk('')).firstTokenMs).toBeNull();
    const late = chunk('x') as { atMs: number };
    expect(after(chunk(''), { ...late, atMs: 300 } as AnswerEvent, chunk('y')).firstTokenMs).toBe(300);
  });

  it('takes the usage from the last chunk, which has no choice', () => {
    const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
    const answer = after(chunk('x'), chunk(null, {}, { choices: [], usage }), { type: 'ended', atMs: 900 });
    expect(answer).toMatchObject({ usage, status: 'done', durationMs: 900, text: 'x' });
  });

  it('joins the parts of function calls by their index', () => {
    const first = { tool_calls: [{ index: 0, id: 'i', type: 'function', function: { name: 'f', arguments: '{"a"' } }] };
    const second = { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] };
    expect(after(chunk(null, first), chunk(null, second)).calls).toEqual([
      { id: 'i', name: 'f', arguments: '{"a":1}' },
    ]);
  });

  it('keeps what arrived when it is stopped or fails, and ignores what comes later', () => {
    expect(after(chunk('x'), { type: 'stopped', atMs: 5 }, chunk('y'))).toMatchObject({ text: 'x', status: 'stopped' });
    const failed = after(chunk('x'), { type: 'failed', error: new Error('gone'), atMs: 5 });
    expect(failed).toMatchObject({ text: 'x', status: 'failed' });
    expect(isJudgeable(failed)).toBe(false);
  });
});
