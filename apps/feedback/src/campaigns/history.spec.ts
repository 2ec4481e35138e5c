import { describe, expect, it } from '@jest/globals';
import { evenly } from './history.js';

describe('a thinned history', () => {
  const items = Array.from({ length: 11 }, (_, index) => index);

  it('has points at even distances, the first and the last among them', () => {
    expect(evenly(items, 6)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(evenly(items, 4)).toEqual([0, 3, 7, 10]);
    expect(evenly(items, 2)).toEqual([0, 10]);
  });

  it('has all points where they are few, and none where none are wanted', () => {
    expect(evenly(items, 11)).toEqual(items);
    expect([evenly(items, 1), evenly(items, 0)]).toEqual([[0], []]);
  });
});
