import { expect, it } from '@jest/globals';
import { LoadedPrompts } from './loaded-prompts.js';

it('rejects prompts above the memory budget until others are released', () => {
  const prompts = new LoadedPrompts(100);
  const [first, second] = [prompts.begin(), prompts.begin()];
  first.add(60);
  second.add(40);
  expect(() => second.add(1)).toThrow(expect.objectContaining({ code: 'queue_full', type: 'overloaded_error' }));
  first.free();
  first.free();
  second.add(60);
  expect(() => first.add(1)).toThrow();
});
