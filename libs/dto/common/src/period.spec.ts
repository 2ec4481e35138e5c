import { describe, expect, it } from '@jest/globals';
import { intervalTime, periodOf } from './period.js';

const now = Date.parse('2026-03-01T12:30:00Z');

describe('a period of statistics', () => {
  it('is the last day by the hour by default', () => {
    expect(periodOf({}, now)).toEqual({
      from: '2026-02-28T12:30:00.000Z',
      to: '2026-03-01T12:30:00.000Z',
      interval: 'hour',
    });
  });

  it.each([
    ['2026-03-01T06:30:00Z', 'minute'],
    ['2026-03-01T06:00:00Z', 'hour'],
    ['2026-02-20T00:00:00Z', 'hour'],
    ['2026-02-01T00:00:00Z', 'day'],
  ])('from %s has intervals of one %s by default', (from, interval) => {
    expect(periodOf({ from }, now).interval).toBe(interval);
  });

  it('has at most 1,000 intervals, partial ones included', () => {
    const to = '2026-03-01T00:00:00Z';
    expect(periodOf({ from: '2026-02-28T07:20:00Z', to, interval: 'minute' }).interval).toBe('minute');
    expect(() => periodOf({ from: '2026-02-28T07:19:59.999Z', to, interval: 'minute' })).toThrow(
      'interval: the period has 1001 intervals of one minute, and may have 1000.',
    );
    expect(() => periodOf({ from: '2020-01-01T00:00:00Z', to })).toThrow('intervals of one day');
  });

  it('does not end before it begins', () => {
    expect(() => periodOf({ from: '2026-03-01T12:30:00Z' }, now)).toThrow('from: must be before `to`.');
  });

  it('numbers its intervals from the one in which it begins', () => {
    const period = periodOf({ from: '2026-02-28T12:30:00Z' }, now);
    expect([0, 24].map((number) => intervalTime(period, number))).toEqual([
      '2026-02-28T12:00:00.000Z',
      '2026-03-01T12:00:00.000Z',
    ]);
  });
});
