import { describe, expect, it } from '@jest/globals';
import { nextUpdate, now } from './timestamps.js';

describe('nextUpdate', () => {
  it('is the current time for an older row', () => {
    const before = now();
    expect(nextUpdate('2026-01-01T00:00:00.000Z') >= before).toBe(true);
  });

  it('is later than the previous update, also within a millisecond or after a clock change', () => {
    expect(nextUpdate('2999-01-01T00:00:00.000Z')).toBe('2999-01-01T00:00:00.001Z');
  });
});
