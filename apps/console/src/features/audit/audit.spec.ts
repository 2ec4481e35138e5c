import { describe, expect, it } from '@jest/globals';
import { parseAuditSearch } from './audit-search.js';
import { changesBetween } from './diff.js';
import { nameIn, namesOf } from './names.js';

describe('changesBetween', () => {
  it('lists changed fields of an update', () => {
    expect(
      changesBetween({ name: 'Large', limits: null, kind: 'a' }, { name: 'Larger', limits: { a: 1 }, kind: 'a' }),
    ).toEqual([
      { field: 'name', before: 'Large', after: 'Larger' },
      { field: 'limits', before: 'null', after: '{"a":1}' },
    ]);
  });

  it('lists all fields of a creation and of a deletion', () => {
    expect(changesBetween(null, { key: 'a' })).toEqual([{ field: 'key', before: null, after: 'a' }]);
    expect(changesBetween({ key: 'a' }, null)).toEqual([{ field: 'key', before: 'a', after: null }]);
  });
});

describe('names of resources', () => {
  const update = { resource_id: '1', before: { status: 'in_progress' }, after: { status: 'cancelled' } };

  it('are the current ones, also for updates, which do not have them', () => {
    expect(nameIn(update)).toBeUndefined();
    expect(namesOf([update], [{ id: '1', key: 'trial', name: 'Trial' }]).get('1')).toBe('trial');
  });

  it('are those of the log after a deletion', () => {
    const deletion = { resource_id: '1', before: { key: 'trial' }, after: null };
    expect(namesOf([update, deletion], []).get('1')).toBe('trial');
  });
});

describe('search params of the audit log', () => {
  it('drops what the interface would reject', () => {
    expect(parseAuditSearch({ resource: 'planet', action: 'update', created_after: 'soon' })).toEqual({
      action: 'update',
    });
  });
});
