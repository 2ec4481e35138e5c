import { describe, expect, it } from '@jest/globals';
import { Backoff } from './backoff.mjs';

describe('Backoff', () => {
  it('doubles from 0.5 s to at most 10 s', () => {
    const backoff = new Backoff();
    const delaysMs = Array.from({ length: 7 }, () => backoff.afterRunOf(0));
    expect(delaysMs).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('resets after the process has run for 30 s', () => {
    const backoff = new Backoff();
    for (let end = 0; end < 5; end++) backoff.afterRunOf(1000);
    expect(backoff.afterRunOf(30_000)).toBe(500);
    expect(backoff.afterRunOf(29_999)).toBe(1000);
  });
});
