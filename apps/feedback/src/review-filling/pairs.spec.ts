import { describe, expect, it } from '@jest/globals';
import { pairCount, pairsOf } from './pairs.js';

const answer = (prompt_hash: string, model_id: string, completion_id = `${prompt_hash}-${model_id}`) => ({
  prompt_hash,
  model_id,
  completion_id,
  session_id: 's',
});

const idsOf = (...args: Parameters<typeof pairsOf>) =>
  pairsOf(...args).map(({ completions }) => completions.map(({ completion_id }) => completion_id).join('+'));

describe('pairs of answers', () => {
  it('have every two models that answered a prompt', () => {
    const answers = ['a', 'b', 'c'].map((model) => answer('p', model));
    expect(idsOf(['p'], ['a', 'b', 'c'], answers).toSorted()).toEqual(['p-a+p-b', 'p-a+p-c', 'p-b+p-c']);
    expect([2, 3, 10].map(pairCount)).toEqual([1, 3, 45]);
  });

  it('have the latest answer of each model, the lower id first', () => {
    const answers = [answer('p', 'a', '9'), answer('p', 'b', '5'), answer('p', 'a', '1')];
    expect(idsOf(['p'], ['a', 'b'], answers)).toEqual(['5+9']);
  });

  it('let pairs of models take turns, however rare one is', () => {
    const frequent = ['1', '2', '3'].flatMap((prompt) => [answer(prompt, 'a'), answer(prompt, 'b')]);
    const rare = [answer('4', 'b'), answer('4', 'c')];
    expect(idsOf(['1', '2', '3', '4'], ['a', 'b', 'c'], [...frequent, ...rare])).toEqual([
      '1-a+1-b',
      '4-b+4-c',
      '2-a+2-b',
      '3-a+3-b',
    ]);
  });
});
