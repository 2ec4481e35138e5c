import { expect, it } from '@jest/globals';
import { fitting } from './byte-budget.js';

it.each([
  [[], 0],
  [[10], 1],
  [[200], 1],
  [[40, 60], 2],
  [[40, 61], 1],
  [[40, 61, 1], 1],
])('fits the sizes %p up to the first %p into 100 bytes', (sizes, count) => {
  expect(fitting(sizes, 100)).toBe(count);
});
