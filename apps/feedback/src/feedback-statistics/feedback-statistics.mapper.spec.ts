import { describe, expect, it } from '@jest/globals';
import { toStatistics } from './feedback-statistics.mapper.js';
import type { StatisticsCell } from './feedback-statistics.repository.js';

const total = { time: null, rank: null, name: null, count: '3', outcomes: '1', mean: null, comparisons: '2' };
const cell = (fields: Partial<StatisticsCell>): StatisticsCell => ({ ...total, ...fields });
const period = { from: '2026-01-31T12:30:00Z', interval: 'hour' as const };

describe('statistics', () => {
  it('number the intervals and the groups, with the rest as last group', () => {
    const time = new Date('2026-01-31T14:00:00Z');
    const cells = [
      cell({ time: new Date('2026-01-31T12:00:00Z'), rank: 2, name: 'b', mean: '0.33333333333333333333' }),
      cell({ time, rank: null, name: null }),
      cell({ time, rank: 1, name: '', mean: `1${'0'.repeat(400)}` }),
    ];
    expect(toStatistics([total, ...cells], period, (name) => name || null)).toEqual({
      groups: [
        { name: null, other: false },
        { name: 'b', other: false },
        { name: null, other: true },
      ],
      cells: {
        time: [0, 2, 2],
        group: [1, 2, 0],
        count: [3, 3, 3],
        mean: [0.333333333333, null, null],
        comparisons: [2, 2, 2],
        outcomes: [1, 1, 1],
      },
      total: { count: 3, comparisons: 2, outcomes: 1 },
    });
  });

  it('fit into a record', () => {
    const cells = Array.from({ length: 21_000 }, (_, index) =>
      cell({
        time: new Date(Date.parse('2026-01-31T12:00:00Z') + Math.floor(index / 21) * 3_600_000),
        rank: (index % 21) + 1,
        name: `project-of-a-customer/model-${index % 21}`,
        count: '12345',
        mean: '-123.45678901234567',
        comparisons: '12345',
        outcomes: '1234',
      }),
    );
    const text = JSON.stringify(toStatistics([total, ...cells], period, String));
    expect(text.length).toBeLessThan(900_000);
  });
});
