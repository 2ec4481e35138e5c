import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../auth/caller.js';
import { checkGrant, type Grant } from './check-grant.js';

const expiresAtMs = Date.parse('2100-01-01T00:00:00Z');
const unbounded: Caller = {
  keyId: null,
  keyName: 'k',
  projectId: null,
  permissions: new Set(['read', 'keys']),
  expiresAtMs: Infinity,
  limited: null,
};
const bounded: Caller = { ...unbounded, expiresAtMs, limited: { id: 'k', limits: { concurrent: 5 } } };

describe(checkGrant.name, () => {
  it.each<[Grant]>([
    [{ permissions: ['read', 'keys'] }],
    [{ expires_at: '2100-01-01T00:00:00.000Z' }],
    [{ limits: { concurrent: 5, requests_per_minute: 9 } }],
    [{}],
  ])('lets a key grant its own rights: %j', (grant) => {
    expect(() => checkGrant(bounded, grant)).not.toThrow();
  });

  it('lets a key without expiry and limits grant any', () => {
    const grant = { expires_at: null, limits: null };
    expect(() => checkGrant(unbounded, grant)).not.toThrow();
  });

  it.each<[string, Grant, RegExp]>([
    ['permissions', { permissions: ['read', 'data'] }, /lacks the permission 'data'/],
    ['expires_at', { expires_at: '2100-01-01T00:00:00.001Z' }, /after 2100-01-01T00:00:00.000Z/],
    ['expires_at', { expires_at: null }, /got none/],
    ['limits.concurrent', { limits: { concurrent: 6 } }, /at most 5, .*got 6/],
    ['limits.concurrent', { limits: { requests_per_minute: 1 } }, /at most 5, .*got none/],
    ['limits.concurrent', { limits: null }, /at most 5, .*got none/],
  ])('rejects and names excess rights: %s of %j', (param, grant, message) => {
    expect(() => checkGrant(bounded, grant)).toThrow(
      expect.objectContaining({
        code: 'grant_exceeded',
        type: 'permission_error',
        param,
        message: expect.stringMatching(message),
      }),
    );
  });
});
