import { describe, expect, it } from '@jest/globals';
import { BackOff } from './back-off.mjs';

describe('BackOff', () => {
  it('doubles from half a second and never waits longer than ten', () => {
    const backOff = new BackOff();
    const delaysMs = Array.from({ length: 7 }, () => backOff.afterRunOf(0));
    expect(delaysMs).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('begins again once the process has run for half a minute', () => {
    const backOff = new BackOff();
    for (let end = 0; end < 5; end++) backOff.afterRunOf(1000);
    expect(backOff.afterRunOf(30_000)).toBe(500);
    expect(backOff.afterRunOf(29_999)).toBe(1000);
  });
});
