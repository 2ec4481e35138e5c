import { expect, it } from '@jest/globals';
import { verdictWords } from './verdict-words.js';

it('says a verdict with the names of the models', () => {
  expect(verdictWords({ kind: 'preferred', column: 1 }, ['x', 'y'], [0, 1])).toBe('You preferred B (y) to A (x).');
  expect(verdictWords({ kind: 'preferred', column: 0 }, ['x', 'y', 'z'], [0, 1, 2])).toBe(
    'You preferred A (x) to B (y) and C (z).',
  );
  expect(verdictWords({ kind: 'tied', tied: 'bad' }, ['x', 'y'], [0, 1])).toBe(
    'You called A (x) and B (y) equally bad.',
  );
  expect(verdictWords({ kind: 'rated', value: false }, ['x'], [0])).toBe('You rated the answer no.');
  expect(verdictWords({ kind: 'preferred', column: 2 }, ['x', 'y', 'z'], [1, 2])).toBe('You preferred C (z) to B (y).');
});
