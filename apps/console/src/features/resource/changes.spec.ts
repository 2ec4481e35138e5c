import { describe, expect, it } from '@jest/globals';
import { changesOf } from './changes.js';

describe('changesOf', () => {
  it('returns changed fields only', () => {
    expect(changesOf({ key: 'a', name: 'A', id: '1' }, { key: 'a', name: 'B' })).toEqual({ name: 'B' });
  });

  it('ignores the order of fields and absent fields', () => {
    expect(changesOf({ limits: { a: 1, b: [2] } }, { limits: { b: [2], a: 1, c: undefined } })).toEqual({});
  });

  it('keeps null, which clears a field', () => {
    expect(changesOf({ prompt: 'x' }, { prompt: null, name: undefined })).toEqual({ prompt: null });
  });
});
