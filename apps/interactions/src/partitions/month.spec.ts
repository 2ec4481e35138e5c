import { describe, expect, it } from '@jest/globals';
import { partitionOf, partitionsAhead } from './month.js';

describe('the partition of a time', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026_01'],
    ['2026-01-31T23:59:59.999Z', '2026_01'],
    ['2026-02-01T00:00:00Z', '2026_02'],
    ['2026-12-31T23:59:59.999Z', '2026_12'],
    ['2015-01-01T00:00:00.000Z', '2015_01'],
    ['2014-12-31T23:59:59.999Z', 'earlier'],
    ['1970-01-01T00:00:00.000Z', 'earlier'],
  ])('%s is in %s', (time, suffix) => {
    const { from, to, suffix: found } = partitionOf(time);
    expect(found).toBe(suffix);
    expect(Date.parse(time)).toBeLessThan(Date.parse(to));
    if (from !== null) expect(Date.parse(time)).toBeGreaterThanOrEqual(Date.parse(from));
  });
});

it('partitions adjoin without a gap, also at the end of a year', () => {
  const ahead = partitionsAhead(new Date('2026-11-15T12:00:00Z'), 2);
  expect(ahead.map(({ suffix }) => suffix)).toEqual(['2026_11', '2026_12', '2027_01']);
  expect(ahead.slice(1).map(({ from }) => from)).toEqual(ahead.slice(0, -1).map(({ to }) => to));
});
