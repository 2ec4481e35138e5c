import { describe, expect, it } from '@jest/globals';
import { separate } from './interval.js';

describe('the interval beyond all others', () => {
  const low = { low: 0, high: 1 };
  const middle = { low: 0.9, high: 2 };
  const high = { low: 2.1, high: 3 };

  it('is the one whose lower end is above the upper ends of all others', () => {
    expect(separate([low, high, middle], 'higher')).toBe(1);
    expect(separate([high, { low: 2, high: 2.1 }], 'higher')).toBeUndefined();
  });

  it('is the one below all others when lower is better', () => {
    expect(separate([low, high, middle], 'lower')).toBeUndefined();
    expect(separate([middle, high, { low: 0, high: 0.5 }], 'lower')).toBe(2);
  });

  it('is none among equal intervals, also if they are the same object', () => {
    expect(separate([low, low], 'higher')).toBeUndefined();
    expect(separate([low, { ...low }], 'lower')).toBeUndefined();
  });

  it('is none while one of them is unknown', () => {
    expect(separate([low, high, null], 'higher')).toBeUndefined();
    expect(separate([high], 'higher')).toBeUndefined();
  });
});
