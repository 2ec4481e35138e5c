import { describe, expect, it } from '@jest/globals';
import { evenly } from './history.js';

describe('a thinned history', () => {
  const items = Array.from({ length: 11 }, (_, index) => index);

  it('has points at equal distances, including the first and the last', () => {
    expect(evenly(items, 6)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(evenly(items, 4)).toEqual([0, 3, 7, 10]);
    expect(evenly(items, 2)).toEqual([0, 10]);
  });

  it('has all points when there are few, and none when none are requested', () => {
    expect(evenly(items, 11)).toEqual(items);
    expect([evenly(items, 1), evenly(items, 0)]).toEqual([[0], []]);
  });
});
