import { describe, expect, it } from '@jest/globals';
import { createKeyBody, keyDraftOf, keyProblems, updateKeyBody } from './key-draft.js';
import type { ApiKey } from './queries.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const key: ApiKey = {
  id: '1',
  name: 'shop',
  project_id: 'p',
  permissions: ['inference'],
  expires_at: '2036-01-31T12:00:30.000Z',
  limits: { requests_per_minute: 600 },
  last_used_at: null,
  created_at: '',
  updated_at: '',
};

describe('the form of a key', () => {
  it('changes nothing when nothing was typed, although its input has no seconds', () => {
    expect(updateKeyBody(key, keyDraftOf(key), now)).toEqual({});
  });

  it('sends null for removed limits and a removed expiry', () => {
    const draft = { ...keyDraftOf(key), requestsPerMinute: '', expiry: 'never' } as const;
    expect(updateKeyBody(key, draft, now)).toEqual({ limits: null, expires_at: null });
  });

  it('computes the expiry of a preset', () => {
    const body = createKeyBody({ ...keyDraftOf(null), name: 'x', expiry: '30', concurrent: '20' }, now);
    expect(body).toMatchObject({ expires_at: '2026-01-31T00:00:00.000Z', limits: { concurrent: 20 } });
  });

  it('names a missing time and a wrong number', () => {
    expect(keyProblems({ ...keyDraftOf(null), expiry: 'time', concurrent: 'x' })).toMatchObject({
      expiryTime: 'Enter a day and a time.',
      concurrent: 'Enter a number.',
    });
  });
});
