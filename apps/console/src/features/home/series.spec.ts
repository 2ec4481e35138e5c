import { describe, expect, it } from '@jest/globals';
import { formatTick, intervalsOf } from '../../ui/time-series.js';
import { parseHomeSearch, periodOf } from './range.js';
import { figureSeries, groupedSeries } from './series.js';

const period = { from: '2026-01-01T10:30:00.000Z', to: '2026-01-01T13:00:00.000Z', interval: 'hour' as const };
const entry = (hour: number, group: string | null, count: number, other = false) => ({
  time: `2026-01-01T${hour}:00:00Z`,
  group,
  other,
  count,
});
const name = (group: string | null) => group ?? 'None';

describe('intervalsOf', () => {
  it('starts at the interval that holds the start', () => {
    expect(intervalsOf(period.from, period.to, 'hour').map((time) => time.slice(11, 16))).toEqual([
      '10:00',
      '11:00',
      '12:00',
    ]);
    expect(intervalsOf(period.from, period.from, 'day')).toHaveLength(1);
  });

  it('names days where hours repeat', () => {
    expect(formatTick('2026-01-02T00:00:00Z', 'hour', 168)).toBe(formatTick('2026-01-02T00:00:00Z', 'day', 7));
  });
});

describe('groupedSeries', () => {
  it('fills intervals and sorts by name, whatever the share of a group is', () => {
    const data = [entry(10, 'a', 1), entry(12, 'b', 5), entry(12, null, 2)];
    expect(groupedSeries({ ...period, data }, ({ count }) => count, name).series).toEqual([
      { id: 'a', label: 'a', values: [1, 0, 0] },
      { id: 'b', label: 'b', values: [0, 0, 5] },
      { id: 'None', label: 'None', values: [0, 0, 2] },
    ]);
  });

  it('joins the smallest groups at the end', () => {
    const data = [...'hgfedcba'].map((group, index) => entry(11, group, 10 - index));
    const { series } = groupedSeries(
      { ...period, data: [...data, entry(11, null, 100, true)] },
      ({ count }) => count,
      name,
    );
    expect(series.map(({ label }) => label)).toEqual(['d', 'e', 'f', 'g', 'h', 'Other']);
    expect(series.at(-1)?.values).toEqual([0, 5 + 4 + 3 + 100, 0]);
  });

  it('has no series of a group without a value', () => {
    expect(groupedSeries({ ...period, data: [entry(11, 'a', 0)] }, ({ count }) => count, name).series).toEqual([]);
  });
});

describe('figureSeries', () => {
  it('leaves gaps where there is no value', () => {
    const data = [entry(11, null, 3)];
    const { series } = figureSeries({ ...period, data }, { n: ({ count }) => count }, null);
    expect(series).toEqual([{ id: 'n', label: 'n', values: [null, 3, null] }]);
  });
});

describe('search params of the home view', () => {
  it('takes an interval that fits the range', () => {
    expect(parseHomeSearch({ range: '7d', interval: 'day' })).toEqual({ range: '7d', interval: 'day' });
    expect(parseHomeSearch({ range: '1h', interval: 'day' })).toEqual({ range: '1h' });
    expect(parseHomeSearch({ range: '5y', interval: 'second' })).toEqual({});
    expect(periodOf({})).toEqual({ range: '24h', interval: 'hour' });
  });
});
