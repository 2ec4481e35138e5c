import { expect, it } from '@jest/globals';
import { countedOn } from './day-count.js';

it('counts reviews of one day for each queue and reviewer', () => {
  const first = countedOn(null, 'Monday', 'weekly Ada', 1);
  const second = countedOn(first, 'Monday', 'weekly Ada', 1);
  const other = countedOn(second, 'Monday', 'weekly Grace', 1);
  expect(other.counts).toEqual({ 'weekly Ada': 2, 'weekly Grace': 1 });
  expect(countedOn(other, 'Monday', 'weekly Ada', -1).counts['weekly Ada']).toBe(1);
  expect(countedOn(other, 'Tuesday', 'weekly Ada', 1).counts).toEqual({ 'weekly Ada': 1 });
});
