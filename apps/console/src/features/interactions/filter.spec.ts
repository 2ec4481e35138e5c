import { describe, expect, it } from '@jest/globals';
import { chipsOf } from './chips.js';
import { filterOf, olderThan, parseSearch, toApiFilter } from './filter.js';

const now = Date.parse('2026-01-02T00:00:00Z');

describe('parseSearch', () => {
  it('keeps valid fields and drops the rest', () => {
    expect(
      parseSearch({
        text: ' refund ',
        user: 17,
        label: 'team:sales',
        tag: ['a', 'a', '', 3],
        min: '0.5',
        max: 'many',
        finish_reason: 'never',
        range: '24h',
        created_after: 'yesterday',
        unknown: 1,
      }),
    ).toEqual({ text: 'refund', user: '17', label: ['team:sales'], tag: ['a', '3'], min: 0.5, range: '24h' });
  });

  it('writes times in UTC', () => {
    expect(parseSearch({ created_before: '2026-01-01T01:00:00+01:00' })).toEqual({
      created_before: '2026-01-01T00:00:00.000Z',
    });
  });
});

describe('toApiFilter', () => {
  it('prefers a relative range to fixed times', () => {
    expect(toApiFilter({ range: '1h', created_after: '2025-01-01T00:00:00.000Z' }, now)).toEqual({
      created_after: '2026-01-01T23:00:00.000Z',
    });
  });

  it('drops bounds without a metric and the side panel', () => {
    expect(toApiFilter({ min: 1, max: 2, open: 'x', model: 'demo/large' }, now)).toEqual({ model: 'demo/large' });
    expect(toApiFilter({ metric: 'helpful', min: 0 }, now)).toEqual({ metric: 'helpful', min: 0 });
  });
});

describe('chipsOf', () => {
  const chips = (search: Parameters<typeof chipsOf>[0]) =>
    chipsOf(search, (iso) => iso.slice(0, 10), [{ key: 'helpful', kind: 'bool' }]);

  it('names every filter once', () => {
    const search = parseSearch({
      text: 'refund',
      model: 'large',
      user: 'ada',
      session_id: 's',
      ab_campaign: 'c',
      finish_reason: 'stop',
      metric: 'helpful',
      min: 1,
      max: 1,
      label: ['a:b', 'c:d'],
      tag: 't',
      range: '7d',
    });
    expect(chips(search).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Answer contains: refund',
      'Model: large',
      'User: ada',
      'Session: s',
      'Campaign: c',
      'Finish reason: stop',
      'Metric: helpful = yes',
      'Label: a:b',
      'Label: c:d',
      'Tag: t',
      'Time: Last 7 days',
    ]);
  });

  it('removes only its own filter', () => {
    const search = { label: ['a:b', 'c:d'], metric: 'helpful', min: 1, open: 'x' };
    expect(chips(search).map(({ without }) => without)).toEqual([
      { label: ['a:b', 'c:d'] },
      { label: ['c:d'], metric: 'helpful', min: 1 },
      { label: ['a:b'], metric: 'helpful', min: 1 },
    ]);
    expect(filterOf(search)).not.toHaveProperty('open');
  });

  it('says the bounds of a metric and of a time', () => {
    expect(chips({ metric: 'm', min: 1, max: 3 })[0]?.value).toBe('m from 1 to 3');
    expect(chips({ metric: 'm', max: 3 })[0]?.value).toBe('m ≤ 3');
    expect(chips({ created_after: '2026-01-01T', created_before: '2026-01-02T' })[0]?.value).toBe(
      '2026-01-01 to 2026-01-02',
    );
  });
});

describe('the filter of what follows an interaction', () => {
  it('ends after its millisecond, and keeps the start', () => {
    const start = { tag: ['t'], created_after: '2026-01-01T00:00:00.000Z' };
    expect(olderThan(start, '2026-01-02T00:00:00.000Z')).toEqual({
      ...start,
      created_before: '2026-01-02T00:00:00.001Z',
    });
  });

  it('fixes the start of a relative range', () => {
    const { range, created_after } = olderThan({ range: '1h' }, new Date().toISOString());
    expect([range, Number.isNaN(Date.parse(String(created_after)))]).toEqual([undefined, false]);
  });
});
