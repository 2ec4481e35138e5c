import { expect, it } from '@jest/globals';
import { kappaWords } from './agreement-words.js';

it.each([
  [1, 'almost perfect'],
  [0.8, 'almost perfect'],
  [0.79, 'substantial'],
  [0, 'slight'],
  [-0.01, 'worse than chance'],
])('calls a kappa of %d %s', (kappa, words) => {
  expect(kappaWords(kappa)).toBe(words);
});
