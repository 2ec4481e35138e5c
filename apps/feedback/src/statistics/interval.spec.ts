import { describe, expect, it } from '@jest/globals';
import { separate } from './interval.js';

describe('the interval that lies beyond all others', () => {
  const low = { low: 0, high: 1 };
  const middle = { low: 0.9, high: 2 };
  const high = { low: 2.1, high: 3 };

  it('is the one whose low end is above the high ends of all others', () => {
    expect(separate([low, high, middle], 'higher')).toBe(1);
    expect(separate([high, { low: 2, high: 2.1 }], 'higher')).toBeUndefined();
  });

  it('is the one below all others where lower is better', () => {
    expect(separate([low, high, middle], 'lower')).toBeUndefined();
    expect(separate([middle, high, { low: 0, high: 0.5 }], 'lower')).toBe(2);
  });

  it('is none among equal ones, be they one and the same', () => {
    expect(separate([low, low], 'higher')).toBeUndefined();
    expect(separate([low, { ...low }], 'lower')).toBeUndefined();
  });

  it('is none as long as one of them is not known', () => {
    expect(separate([low, high, null], 'higher')).toBeUndefined();
    expect(separate([high], 'higher')).toBeUndefined();
  });
});
