import { describe, expect, it } from '@jest/globals';
import { changesOf } from '../resource/changes.js';
import type { Queue } from '../review-queues/queries.js';
import { changeableFields, draftOf, draftProblem, queueBody, sourcesOf, withKind } from './queue-draft.js';

const queue: Queue = {
  id: 'q',
  key: 'weekly',
  name: 'weekly',
  project_id: 'p',
  kind: 'rate',
  metric: 'helpful',
  source: { filter: { model: 'm-1', min: 0, metric: 'helpful', label: [], tag: [] } },
  reviews_per_item: 2,
  lease_seconds: 90,
  counts: { waiting: 0, leased: 0, reviewed: 0, skipped: 0 },
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
};

describe('the form of a queue', () => {
  it('changes nothing when nothing was changed', () => {
    const sources: Queue['source'][] = [queue.source, null, { ab_campaign: 'c' }, { models: ['a', 'b'] }];
    sources.push({ models: ['a', 'b'], filter: { label: [], tag: ['mobile'] } });
    sources.push({ filter: { model: 'm-1', label: [], tag: [] }, replay: { model: 'm-2', limit: 30 } });
    for (const source of sources) {
      const before = { ...queue, source };
      expect(changesOf(before, changeableFields(queueBody(draftOf(before, undefined), 0)))).toEqual({});
    }
  });

  it('starts with the filter of the list of interactions, whose time becomes fixed', () => {
    const draft = draftOf(null, { tag: ['mobile'], range: '1h' });
    expect(draft).toMatchObject({ kind: 'rate', source: 'filter' });
    expect(queueBody(draft, 3_600_000).source).toEqual({
      filter: { label: [], tag: ['mobile'], created_after: '1970-01-01T00:00:00.000Z' },
    });
  });

  it('compares two models on the prompts of a filter, whose own model no longer counts', () => {
    const draft = withKind(draftOf(null, { tag: ['mobile'], model: 'm-1' }), 'compare');
    const source = { models: ['a', 'b'], filter: { label: [], tag: ['mobile'] } };
    expect(queueBody({ ...draft, models: ['a', 'b'] }, 0).source).toEqual(source);
    expect(queueBody({ ...draft, models: ['a', 'b'], filter: { model: 'm-1' } }, 0).source).toEqual({
      models: ['a', 'b'],
    });
  });

  it('keeps a source that the kind can have', () => {
    const draft = draftOf(null, undefined);
    expect(withKind(draft, 'rate').source).toBe('filter');
    expect(withKind({ ...draft, source: 'none' }, 'rate').source).toBe('none');
    expect(sourcesOf.rate).not.toContain('models');
  });

  it('has the prompts of a filter answered again by a model', () => {
    const draft = { ...withKind(draftOf(null, { tag: ['mobile'] }), 'compare'), source: 'replay' as const };
    expect(queueBody({ ...draft, replaying: 'large', replays: '40' }, 0).source).toEqual({
      filter: { label: [], tag: ['mobile'] },
      replay: { model: 'large', limit: 40 },
    });
    const named = { ...draft, key: 'weekly', metric: 'helpful' };
    expect(draftProblem(named)).toBe('Choose a model.');
    expect(draftProblem({ ...named, replaying: 'large' })).toBeNull();
    expect(draftProblem({ ...named, replaying: 'large', replays: '0' })).toBe('Enter a number.');
  });

  it('names what is missing', () => {
    const draft = { ...draftOf(null, undefined), key: 'weekly', metric: 'helpful' };
    expect(draftProblem({ ...draft, key: '' })).toBe('Enter a key.');
    expect(draftProblem({ ...draft, metric: '' })).toBe('Choose a metric.');
    expect(draftProblem(draft)).toBe('Choose two models.');
    expect(draftProblem({ ...draft, models: ['a', 'a'] })).toBe('Choose two different models.');
    expect(draftProblem({ ...draft, source: 'ab_campaign' })).toBe('Choose a campaign.');
    expect(draftProblem({ ...draft, models: ['a', 'b'] })).toBeNull();
  });
});
