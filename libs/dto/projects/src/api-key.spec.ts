import { describe, expect, it } from '@jest/globals';
import { createApiKeySchema, createInstallationKeySchema, permissionNames, updateApiKeySchema } from './api-key.js';

const good = { name: 'k', permissions: ['read'] };
const takes = (body: object) => createApiKeySchema.safeParse({ ...good, ...body }).success;

describe('an API key', () => {
  it('sorts its permissions and removes duplicates', () => {
    const { permissions } = createApiKeySchema.parse({ ...good, permissions: ['read', 'inference', 'read'] });
    expect(permissions).toEqual(['inference', 'read']);
  });

  it('expires in the future, in UTC', () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    const local = inAnHour.toISOString().replace('Z', '+00:00');
    expect(createApiKeySchema.parse({ ...good, expires_at: local }).expires_at).toBe(inAnHour.toISOString());
    expect(takes({ expires_at: '2020-01-01T00:00:00Z' })).toBe(false);
    expect(takes({ expires_at: 'tomorrow' })).toBe(false);
    expect(takes({ expires_at: null })).toBe(true);
    expect(createApiKeySchema.safeParse({ ...good, expires_at: 'tomorrow' }).error?.issues).toHaveLength(1);
  });

  it.each([
    { permissions: [] },
    { permissions: ['admin'] },
    { permissions: undefined },
    { name: '' },
    { key_sha256: 'abc' },
    { limits: { concurrent: 0 } },
    { limits: { requests_per_minute: 1.5 } },
    { limits: { tokens_per_minute: 1_000_000_001 } },
    { limits: { requests_per_hour: 1 } },
    { limits: 5 },
    { project_id: null },
  ])('can not be made with %j', (body) => {
    expect(takes(body)).toBe(false);
  });

  it.each([
    [{ requests_per_minute: 60, tokens_per_minute: null }, { requests_per_minute: 60 }],
    [{ concurrent: null }, null],
    [{}, null],
    [null, null],
  ])('normalises its limits %j; none means no limit', (limits, shown) => {
    expect(createApiKeySchema.parse({ ...good, limits }).limits).toEqual(shown);
  });

  it('of the installation has all permissions by default', () => {
    expect(createInstallationKeySchema.parse({ name: 'x' }).permissions).toEqual([...permissionNames]);
  });

  it('cannot change its scope', () => {
    expect(updateApiKeySchema.safeParse({ key_sha256: 'a'.repeat(64) }).success).toBe(false);
    expect(updateApiKeySchema.parse({})).toEqual({});
  });
});
