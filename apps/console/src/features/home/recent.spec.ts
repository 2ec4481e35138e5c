import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/client.js';
import { newestOf } from './recent.js';

const value = (id: string, minute: number, fields: object = {}) =>
  ({
    id,
    created_at: at(minute),
    metric: 'helpful',
    completion_id: `c-${id}`,
    value: true,
    reason: null,
    ...fields,
  }) as unknown as Schemas['Feedback'];
const comparison = (id: string, minute: number, tied: 'good' | 'bad' | null, models = ['p/a', 'p/b']) => {
  const [preferred, other] = models.map((model, side) => ({ completion_id: `${id}-${side}`, model }));
  return { id, created_at: at(minute), metric: 'better', preferred, other, tied } as unknown as Schemas['Comparison'];
};
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();

describe('recent feedback', () => {
  it('has the newest of values and comparisons, in the order of their times', () => {
    const values = [value('v3', 30), value('v1', 10, { reason: 'short' })];
    const comparisons = [comparison('c4', 40, null), comparison('c2', 20, 'good')];
    expect(newestOf(values, comparisons, 3).map(({ id }) => id)).toEqual(['c4', 'v3', 'c2']);
    expect(newestOf(values, [], 9)[1]).toMatchObject({ completion: 'c-v1', result: true, reason: 'short' });
  });

  it('says who won a comparison, or that it was a tie, and opens the preferred answer', () => {
    const shown = [
      comparison('c1', 3, null),
      comparison('c2', 2, 'good'),
      comparison('c3', 1, 'bad', ['p/a', null as unknown as string]),
    ];
    expect(newestOf([], shown, 9).map(({ result, completion }) => [result, completion])).toEqual([
      [{ words: 'a over b' }, 'c1-0'],
      [{ words: 'a and b: both good' }, 'c2-0'],
      [{ words: 'a and another answer: both bad' }, 'c3-0'],
    ]);
  });
});
