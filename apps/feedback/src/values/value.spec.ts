import { describe, expect, it } from '@jest/globals';
import { settle, type NewValue } from './value.js';

let count = 0;

function valueOf(fields: Partial<NewValue>): NewValue {
  count += 1;
  return {
    id: `value-${count}`,
    projectId: 'p',
    metricId: 'm',
    origin: 'feedback',
    completionId: 'c',
    sessionId: 's',
    model: 'p/m',
    modelId: null,
    campaignId: null,
    userId: null,
    value: 1,
    reason: null,
    details: null,
    createdAt: new Date('2026-01-31T12:00:00Z'),
    ...fields,
  };
}

const at = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 31, 12, 0, second)) });
const ids = (values: readonly { id: string; isCurrent: boolean }[]) =>
  values.flatMap(({ id, isCurrent }) => (isCurrent ? [id] : []));

describe('values', () => {
  it('of nobody in particular all count', () => {
    const values = [valueOf({}), valueOf({})];
    const { inserted, superseded } = settle([], values);
    expect([ids(inserted), superseded]).toEqual([values.map(({ id }) => id), []]);
  });

  it('of one user about one thing count once: the latest, and of one time the one that came last', () => {
    const values = [valueOf({ userId: 'u' }), valueOf({ userId: 'u' })];
    expect(ids(settle([], values).inserted)).toEqual([values[1]?.id]);
    const imported = [valueOf({ userId: 'u', ...at(5) }), valueOf({ userId: 'u', ...at(3) })];
    expect(ids(settle([], imported).inserted)).toEqual([imported[0]?.id]);
  });

  it('take the place of the one that counted, in the summaries too', () => {
    const before = valueOf({ userId: 'u', value: 0, model: 'p/old' });
    const after = valueOf({ userId: 'u', value: 1, ...at(1) });
    const { superseded, changes } = settle([before], [after]);
    expect(superseded).toEqual([before.id]);
    expect(changes.map(({ model, value, sign }) => [model, value, sign])).toEqual([
      ['p/old', 0, -1],
      ['p/m', 1, 1],
    ]);
  });

  it('that are older than the one that counts are kept, and count for nothing', () => {
    const before = valueOf({ userId: 'u', ...at(9) });
    const { inserted, superseded, changes } = settle([before], [valueOf({ userId: 'u', ...at(1) })]);
    expect([ids(inserted), superseded, changes]).toEqual([[], [], []]);
  });

  it('of other users, about other things, under other metrics stand beside each other', () => {
    const values = [{}, { userId: 'v' }, { completionId: 'd' }, { completionId: null }, { metricId: 'n' }].map(
      (fields) => valueOf({ userId: 'u', ...fields }),
    );
    expect(ids(settle([], values).inserted)).toHaveLength(5);
  });
});
