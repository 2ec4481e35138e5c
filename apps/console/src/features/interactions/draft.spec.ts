import { describe, expect, it } from '@jest/globals';
import { countOf, draftErrors, fromDraft, toDraft } from './draft.js';

describe('draft of filters', () => {
  const search = {
    text: 'refund',
    model: 'large',
    label: ['a:b', 'c:d'],
    metric: 'helpful',
    min: 0,
    created_after: '2026-01-01T10:00:00.000Z',
  };

  it('returns to the same search params', () => {
    expect(fromDraft(toDraft(search), search)).toEqual(search);
  });

  it('replaces a relative range by a fixed time', () => {
    const draft = toDraft({ range: '24h' });
    expect(fromDraft({ ...draft, tag: 'x' }, { range: '24h' })).toEqual({ range: '24h', tag: ['x'] });
    expect(fromDraft({ ...draft, created_before: '2026-01-01T10:00' }, { range: '24h' })).not.toHaveProperty('range');
  });

  it('names invalid fields', () => {
    const draft = toDraft({});
    expect(draftErrors(draft)).toEqual({});
    expect(draftErrors({ ...draft, label: 'a:b, c', min: '2', max: '1' })).toEqual({
      label: 'A label is name:value.',
      metric: 'Bounds need a metric.',
      max: 'Must not be below the minimum.',
    });
  });

  it('counts filters behind the button', () => {
    expect(countOf({ ...search, open: 'x', range: '1h' })).toBe(4);
  });
});
