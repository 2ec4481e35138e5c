import { describe, expect, it } from '@jest/globals';
import { differences } from './differences.js';

describe('differences', () => {
  it('returns none when all declared fields are equal, and ignores other fields', () => {
    expect(differences({ name: 'a', system_prompt: null }, { id: 1, name: 'a', system_prompt: null })).toBeUndefined();
  });

  it('names only the fields that differ', () => {
    expect(differences({ key: 'k', name: 'new' }, { key: 'k', name: 'old' })).toEqual({ name: 'new' });
  });

  it('compares nested values as a whole, so a removed nested field is a difference', () => {
    const declared = { parameters: { temperature: 0 } };
    expect(differences(declared, { parameters: { temperature: 0, top_p: 1 } })).toEqual(declared);
  });

  it('ignores the order of sets and the notation of times', () => {
    const declared = { permissions: ['read', 'data'], expires_at: '2030-01-01T00:00:00Z' };
    expect(
      differences(declared, { permissions: ['data', 'read'], expires_at: '2030-01-01T00:00:00.000Z' }),
    ).toBeUndefined();
  });
});
