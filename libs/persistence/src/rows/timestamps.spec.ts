import { describe, expect, it } from '@jest/globals';
import { nextUpdate, now } from './timestamps.js';

describe('nextUpdate', () => {
  it('is now where the row is older', () => {
    const before = now();
    expect(nextUpdate('2026-01-01T00:00:00.000Z') >= before).toBe(true);
  });

  it('is later than before, also within a millisecond or with a clock that went back', () => {
    expect(nextUpdate('2999-01-01T00:00:00.000Z')).toBe('2999-01-01T00:00:00.001Z');
  });
});
