import { expect, it } from '@jest/globals';
import { verdictWords } from './verdict-words.js';

it('says a verdict with the names of the models', () => {
  expect(verdictWords({ kind: 'preferred', column: 1 }, ['x', 'y'])).toBe('You preferred B (y) to A (x).');
  expect(verdictWords({ kind: 'preferred', column: 0 }, ['x', 'y', 'z'])).toBe(
    'You preferred A (x) to B (y) and C (z).',
  );
  expect(verdictWords({ kind: 'tied', tied: 'bad' }, ['x', 'y'])).toBe('You called A (x) and B (y) equally bad.');
  expect(verdictWords({ kind: 'rated', value: false }, ['x'])).toBe('You rated the answer no.');
});
