import { describe, expect, it } from '@jest/globals';
import { modelsOf, validatePlaygroundSearch } from './search.js';

describe('the address of the playground', () => {
  it('keeps what it can read and leaves out the rest', () => {
    expect(
      validatePlaygroundSearch({ models: 'a,b', metric: 'helpful', blind: false, system: 'own', from: 'x', other: 1 }),
    ).toEqual({ models: 'a,b', metric: 'helpful', blind: false, system: 'own', from: 'x' });
    expect(validatePlaygroundSearch({ models: 3, metric: '', blind: 'yes', system: 'mine' })).toEqual({});
  });

  it('names existing models once, at most four', () => {
    const known = ['a', 'b', 'c', 'd', 'e'];
    expect(modelsOf({ models: 'b,x,b,a' }, known, 'c')).toEqual(['b', 'a']);
    expect(modelsOf({ models: 'a,b,c,d,e' }, known, 'c')).toHaveLength(4);
  });

  it('compares the usual model with another one, unless an interaction is opened', () => {
    expect(modelsOf({}, ['a', 'b', 'c'], 'b')).toEqual(['b', 'a']);
    expect(modelsOf({ from: 'x' }, ['a', 'b', 'c'], 'b')).toEqual(['b']);
    expect(modelsOf({ models: 'gone' }, ['a', 'b'], undefined)).toEqual(['a', 'b']);
    expect(modelsOf({}, ['a'], 'a')).toEqual(['a']);
    expect(modelsOf({}, [], undefined)).toEqual([]);
  });
});
