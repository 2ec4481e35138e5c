import { describe, expect, it } from '@jest/globals';
import { barOf, labelledTimes, maxOf, ticksOf } from './plot-scale.js';

const data = {
  times: ['a', 'b', 'c'],
  series: [
    { id: 'x', label: 'x', values: [1, null, 4] },
    { id: 'y', label: 'y', values: [2, 5, 0] },
  ],
};

describe('scale of a plot', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [7, [0, 5, 10]],
    [100, [0, 50, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('has whole, even ticks up to %d', (max, ticks) => {
    expect(ticksOf(max)).toEqual(ticks);
  });

  it('reaches the highest stack, or the highest line', () => {
    expect([maxOf(data, true), maxOf(data, false)]).toEqual([5, 5]);
    expect(maxOf({ times: [], series: [] }, true)).toBe(0);
    expect(maxOf({ ...data, series: [data.series[0]!, data.series[0]!] }, true)).toBe(8);
  });

  it('names few times', () => {
    expect(labelledTimes(24, 5)).toEqual([0, 5, 10, 15, 20]);
    expect(labelledTimes(3, 5)).toEqual([0, 1, 2]);
  });

  it('stacks series from the bottom, without empty parts', () => {
    expect(barOf(data, 0)).toEqual([
      { series: 0, from: 0, to: 1 },
      { series: 1, from: 1, to: 3 },
    ]);
    expect(barOf(data, 2)).toEqual([{ series: 0, from: 0, to: 4 }]);
  });
});
