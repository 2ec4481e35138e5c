import { describe, expect, it } from '@jest/globals';
import { feedbackChanges, type NewFeedback } from './feedback.js';

let count = 0;

function valueOf(fields: Partial<NewFeedback>): NewFeedback {
  count += 1;
  return {
    id: `value-${count}`,
    project_id: 'p',
    metric_id: 'm',
    origin: 'feedback',
    completion_id: 'c',
    session_id: 's',
    model: 'p/m',
    model_id: null,
    campaign_id: null,
    user_id: null,
    value: 1,
    reason: null,
    details: null,
    created_at: '2026-01-31T12:00:00.000Z',
    ...fields,
  };
}

const at = (second: number) => ({ created_at: new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString() });
const ids = (values: readonly { id: string; is_current: boolean }[]) =>
  values.flatMap(({ id, is_current }) => (is_current ? [id] : []));

describe('feedback', () => {
  it('without a user is always current', () => {
    const values = [valueOf({}), valueOf({})];
    const { inserted, superseded } = feedbackChanges([], values);
    expect([ids(inserted), superseded]).toEqual([values.map(({ id }) => id), []]);
  });

  it('of one user, subject and time is current once: the greatest id, in any order of arrival', () => {
    const [first, second] = [valueOf({ user_id: 'u', id: 'a' }), valueOf({ user_id: 'u', id: 'b' })];
    expect(ids(feedbackChanges([], [first, second]).inserted)).toEqual(['b']);
    expect(ids(feedbackChanges([], [second, first]).inserted)).toEqual(['b']);
    expect(feedbackChanges([first], [second])).toMatchObject({ inserted: [{ is_current: true }], superseded: ['a'] });
    expect(feedbackChanges([second], [first])).toMatchObject({ inserted: [{ is_current: false }], superseded: [] });
  });

  it('of one user about one subject is current once: the latest', () => {
    const imported = [valueOf({ user_id: 'u', ...at(5) }), valueOf({ user_id: 'u', ...at(3) })];
    expect(ids(feedbackChanges([], imported).inserted)).toEqual([imported[0]?.id]);
  });

  it('replaces earlier feedback of the user, in the summaries too', () => {
    const before = valueOf({ user_id: 'u', value: 0, model: 'p/old' });
    const after = valueOf({ user_id: 'u', value: 1, ...at(1) });
    const { superseded, changes } = feedbackChanges([before], [after]);
    expect(superseded).toEqual([before.id]);
    expect(changes.map(({ model, value, sign }) => [model, value, sign])).toEqual([
      ['p/old', 0, -1],
      ['p/m', 1, 1],
    ]);
  });

  it('older than the current one is stored, but not counted', () => {
    const before = valueOf({ user_id: 'u', ...at(9) });
    const { inserted, superseded, changes } = feedbackChanges([before], [valueOf({ user_id: 'u', ...at(1) })]);
    expect([ids(inserted), superseded, changes]).toEqual([[], [], []]);
  });

  it('of other users, subjects and metrics is counted separately', () => {
    const values = [{}, { user_id: 'v' }, { completion_id: 'd' }, { completion_id: null }, { metric_id: 'n' }].map(
      (fields) => valueOf({ user_id: 'u', ...fields }),
    );
    expect(ids(feedbackChanges([], values).inserted)).toHaveLength(5);
  });
});
