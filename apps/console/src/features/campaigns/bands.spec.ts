import { describe, expect, it } from '@jest/globals';
import { bandOf, domainOf, nearestIndex } from './bands.js';
import type { History } from './queries.js';

function historyOf(intervals: readonly ([number, number] | null)[]): History {
  return intervals.map((interval, index) => ({
    time: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    status: 'in_progress',
    winner: null,
    models: [
      {
        model: 'large',
        count: index,
        mean: interval && (interval[0] + interval[1]) / 2,
        interval,
        probability_best: 0.5,
      },
    ],
  }));
}

describe('the plot of a campaign', () => {
  it('has a mean and an interval for each model, and gaps where there is too little data', () => {
    expect(bandOf(historyOf([null, [0.2, 0.4]]), 0)).toMatchObject([
      { mean: null, low: null },
      { time: Date.UTC(2026, 0, 1, 0, 1), low: 0.2, high: 0.4 },
    ]);
  });

  it('has no band before the first data', () => {
    const [point] = historyOf([[0, 1]]);
    expect(bandOf(point === undefined ? [] : [point], 0)).toMatchObject([{ low: null, high: null }]);
  });

  it('shows shares on the whole scale', () => {
    expect(domainOf(historyOf([[0.4, 0.6]]))).toEqual([0, 1]);
    expect(domainOf([])).toEqual([0, 1]);
  });

  it('scales other values by later intervals', () => {
    const [low, high] = domainOf(
      historyOf([
        [-1_000, 1_000],
        [-900, 900],
        [3, 5],
        [3, 4.5],
      ]),
    );
    expect([low, high]).toEqual([expect.closeTo(2.9), expect.closeTo(5.1)]);
  });

  it('names the values that were current at the pointer', () => {
    expect([0, 10, 19, 20, 99].map((time) => nearestIndex([10, 20], time))).toEqual([0, 0, 0, 1, 1]);
  });
});
