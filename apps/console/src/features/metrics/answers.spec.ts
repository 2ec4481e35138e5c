import { describe, expect, it } from '@jest/globals';
import { answersOf } from './answers.js';
import type { Summary } from './queries.js';

const now = Date.parse('2026-11-29T12:00:00Z');
const summaryOf = (kind: 'bool' | 'scalar', mean: number | null) =>
  ({ metric: { key: 'useful', kind }, mean }) as Pick<Summary, 'metric' | 'mean'>;

describe('the answers under a metric', () => {
  it('are those with No and with Yes', () => {
    expect(answersOf(summaryOf('bool', 0.25), undefined, now)).toEqual([
      { label: 'No', search: { metric: 'useful', min: 0, max: 0 } },
      { label: 'Yes', search: { metric: 'useful', min: 1, max: 1 } },
    ]);
  });

  it('are those up to the mean of numbers and from it, of the days of the summary', () => {
    const created_after = '2026-11-23T00:00:00.000Z';
    expect(answersOf(summaryOf('scalar', 4.5), '7d', now).map(({ search }) => search)).toEqual([
      { metric: 'useful', max: 4.5, created_after },
      { metric: 'useful', min: 4.5, created_after },
    ]);
  });

  it('are none without values', () => {
    expect(answersOf(summaryOf('bool', null), undefined, now)).toEqual([]);
  });
});
