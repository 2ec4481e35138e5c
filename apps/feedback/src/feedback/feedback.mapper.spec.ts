import { describe, expect, it } from '@jest/globals';
import { numberOf, valueOf } from './feedback.mapper.js';

describe('a value of a bool metric', () => {
  it.each([
    [true, 1],
    [1, 1],
    [false, 0],
    [0, 0],
    [-0, 0],
  ])('may be %p', (given, kept) => {
    expect(numberOf('bool', given)).toBe(kept);
    expect(valueOf('bool', kept)).toBe(kept === 1);
  });

  it.each([2, -1, 0.5, 1e308])('may not be %p', (given) => {
    expect(numberOf('bool', given)).toBeUndefined();
  });
});

describe('a value of a scalar metric', () => {
  it.each([0, 1, -1.5, 1e308, Number.MAX_VALUE, Number.MIN_VALUE])('may be %p', (given) => {
    expect(numberOf('scalar', given)).toBe(given);
    expect(valueOf('scalar', given)).toBe(given);
  });

  it('is 0 where it was -0', () => expect(Object.is(numberOf('scalar', -0), 0)).toBe(true));

  it.each([true, false, Infinity, NaN])('may not be %p', (given) => {
    expect(numberOf('scalar', given)).toBeUndefined();
  });
});
