import { describe, expect, it } from '@jest/globals';
import { differences } from './differences.js';

describe('differences', () => {
  it('finds none where all that is wanted is so, whatever else there is', () => {
    expect(differences({ name: 'a', system_prompt: null }, { id: 1, name: 'a', system_prompt: null })).toBeUndefined();
  });

  it('names the fields that differ, and no other', () => {
    expect(differences({ key: 'k', name: 'new' }, { key: 'k', name: 'old' })).toEqual({ name: 'new' });
  });

  it('compares nested values whole, so that what was taken out of the file goes', () => {
    const declared = { parameters: { temperature: 0 } };
    expect(differences(declared, { parameters: { temperature: 0, top_p: 1 } })).toEqual(declared);
  });

  it('does not mind the order of sets, nor how a time is written', () => {
    const declared = { permissions: ['read', 'data'], expires_at: '2030-01-01T00:00:00Z' };
    expect(
      differences(declared, { permissions: ['data', 'read'], expires_at: '2030-01-01T00:00:00.000Z' }),
    ).toBeUndefined();
  });
});
