import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, invalidRequest, type ErrorType } from '@earshot/errors';
import { aChatRequest, aModel, aProject } from '../../test/chat-fixtures.js';
import { delta, finish, scriptedAnswer, type Step } from '../../test/scripted-answer.js';
import type { ProviderEvent } from '../providers/model-provider.js';
import { collect, answerTextOf } from '../../test/providers/collect.js';
import { toTask } from './chat-task.js';
import { FallbackAnswer } from './fallback-answer.js';

const failure = (type: ErrorType, message = 'No.') => new AppError({ code: 'x', type, message });
const says = (text: string): Step[] => [[delta(text), ...finish]];
const task = (key: string) =>
  toTask(aChatRequest(), { project: aProject(), model: aModel({ key }), name: `shop/${key}` });

let calledModels: string[];
let patience: number[];
let caller: AbortController;

beforeEach(() => {
  calledModels = [];
  patience = [];
  caller = new AbortController();
});

/** An answer of models that behave by these scripts, in order. */
function answerOf(scripts: Record<string, Step[]>, deadlineAt = Date.now() + 60_000): FallbackAnswer<ProviderEvent> {
  const ask = (each: ReturnType<typeof task>, retryUntil: number) => {
    const { key } = each.target.model;
    calledModels.push(key);
    patience.push(retryUntil);
    return scriptedAnswer(scripts[key] ?? [], caller.signal);
  };
  return new FallbackAnswer(Object.keys(scripts).map(task), ask, caller.signal, deadlineAt);
}

describe('an answer with fallbacks', () => {
  it('comes from the requested model, and no other is called', async () => {
    const answer = answerOf({ a: says('A'), b: says('B') });
    expect(answerTextOf(await collect(answer))).toBe('A');
    expect(answer.task.target.name).toBe('shop/a');
    expect(calledModels).toEqual(['a']);
  });

  it.each<ErrorType>(['upstream_error', 'overloaded_error', 'timeout_error', 'server_error'])(
    'is that of the next model when one fails with an %s, and names it',
    async (type) => {
      const answer = answerOf({ a: [failure(type)], b: [failure(type)], c: says('C') });
      expect(answerTextOf(await collect(answer))).toBe('C');
      expect(answer.task.target.name).toBe('shop/c');
    },
  );

  it('is an error when the caller is at fault', async () => {
    const refusal = invalidRequest('context_length_exceeded', 'Too long.');
    await expect(collect(answerOf({ a: [refusal], b: says('B') }))).rejects.toBe(refusal);
    expect(calledModels).toEqual(['a']);
  });

  it('continues after the error of a fallback, and fails with the error of the requested model', async () => {
    const first = failure('upstream_error', 'first');
    const answer = answerOf({
      a: [first],
      b: [invalidRequest('context_length_exceeded', 'x')],
      c: [failure('timeout_error')],
    });
    await expect(collect(answer)).rejects.toBe(first);
    expect(calledModels).toEqual(['a', 'b', 'c']);
    expect(answer.task.target.name).toBe('shop/a');
  });

  it('is not restarted with another model after its first chunk', async () => {
    const broken = failure('upstream_error');
    await expect(collect(answerOf({ a: [[delta('A')], broken], b: says('B') }))).rejects.toBe(broken);
    expect(calledModels).toEqual(['a']);
  });

  it('ends when its caller disconnects, and at an internal error', async () => {
    caller.abort();
    expect(await collect(answerOf({ a: [failure('upstream_error')], b: says('B') })).catch(() => [])).toEqual([]);
    const bug = new TypeError('x');
    await expect(collect(answerOf({ a: [bug], b: says('B') }))).rejects.toBe(bug);
    expect(calledModels).toEqual(['a', 'a']);
  });

  it('limits the wait for one model while there is another', async () => {
    const before = Date.now();
    const deadlineAt = before + 60_000;
    await collect(answerOf({ a: [failure('timeout_error')], b: says('B') }, deadlineAt));
    expect(patience[0]).toBeLessThan(before + 30_000);
    expect(patience[1]).toBe(deadlineAt);
  });
});
