import { describe, expect, it } from '@jest/globals';
import { firstDay, parseMetricsSearch } from './metrics-search.js';

describe('search params of metrics', () => {
  it('drops what it does not know', () => {
    expect(parseMetricsSearch({ metric: 'helpful', range: '9y', new: 'yes' })).toEqual({ metric: 'helpful' });
  });

  it('starts a range at a day in UTC', () => {
    const now = Date.parse('2026-03-08T01:00:00Z');
    expect(firstDay('1d', now)).toBe('2026-03-08');
    expect(firstDay('7d', now)).toBe('2026-03-02');
    expect(firstDay(undefined, now)).toBeUndefined();
  });
});
