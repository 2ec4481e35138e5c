import { describe, expect, it } from '@jest/globals';
import { auditEntryOf } from './audit-entry.js';
import { auditEntry } from './audit.v1.js';

const call = { requestId: 'req-1', traceparent: '' };
const model = {
  id: 'm',
  name: 'Large',
  key: 'large',
  provider: { kind: 'openai', base_url: 'https://user:planted@models.test/v1?key=planted', sealed_api_key: 'planted' },
};
const what = { project_id: null, resource: 'model', resource_id: '0198c5a4-7d10-7000-8000-000000000003' } as const;
const entryOf = (before: object | null, after: object | null) => auditEntryOf({ ...what, before, after }, call);

describe(auditEntryOf.name, () => {
  it('fits its contract for every kind of caller', () => {
    const actor = { key_id: null, key_name: 'admin', address: '::1' };
    expect(auditEntry.safeParse(entryOf(null, model)).success).toBe(true);
    expect(auditEntry.parse(auditEntryOf({ ...what, before: {}, after: null }, { ...call, actor }))).toMatchObject({
      actor,
      request_id: 'req-1',
      action: 'delete',
    });
  });

  it('replaces a secret by a marker', () => {
    const entry = entryOf(null, model);
    expect(JSON.stringify(entry)).not.toContain('planted');
    expect(entry.after).toMatchObject({ provider: { base_url: 'https://models.test/v1?...', api_key: 'set' } });
    expect(JSON.stringify(entryOf(null, { sealed_headers: 'planted', hash: 'planted' }))).not.toContain('planted');
  });

  it('records that a secret was changed or removed', () => {
    const withKey = (sealed_api_key: string | null) => ({ provider: { ...model.provider, sealed_api_key } });
    expect(entryOf(model, { ...model, ...withKey('other') }).after).toMatchObject({ provider: { api_key: 'changed' } });
    expect(entryOf(model, { ...model, ...withKey(null) }).after).toMatchObject({ provider: { api_key: null } });
  });

  it('records the changed fields of an update', () => {
    expect(entryOf(model, { ...model, name: 'Larger', updated_at: 'now' })).toMatchObject({
      action: 'update',
      before: { name: 'Large' },
      after: { name: 'Larger' },
    });
    expect(Object.keys(entryOf(model, { ...model, name: 'Larger' }).after ?? {})).toEqual(['name']);
  });

  it('replaces long values by their size and hash, which differ where the values do', () => {
    const { before, after } = entryOf({ system_prompt: 'a'.repeat(10_000) }, { system_prompt: 'b'.repeat(10_000) });
    expect(before).toEqual({
      system_prompt: { omitted_bytes: 10_002, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(after?.['system_prompt']).not.toEqual(before?.['system_prompt']);
  });
});
