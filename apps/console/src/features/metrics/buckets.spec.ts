import { describe, expect, it } from '@jest/globals';
import { barsOf } from './buckets.js';

describe('barsOf', () => {
  it('names the values of a bool', () => {
    const bars = barsOf('bool', [
      { from: 0, to: 0, count: 1 },
      { from: 1, to: 2, count: 3 },
    ]);
    expect(bars).toMatchObject([
      { label: 'No', share: 0.25, value: '1, 25.0%' },
      { label: 'Yes', share: 0.75, value: '3, 75.0%' },
    ]);
  });

  it('names ranges of numbers', () => {
    const bars = barsOf('scalar', [
      { from: 0, to: 0, count: 1 },
      { from: 0.1, to: 0.2, count: 1 },
    ]);
    expect(bars.map(({ label }) => label)).toEqual(['0', '0.1 to 0.2']);
  });
});
