import { describe, expect, it } from '@jest/globals';
import { emptyDraft, isByDigits, ratedBy, valueProblem, withDigit } from './rate-draft.js';

describe('a value that is being entered', () => {
  it('is stored only if it is a number, or yes or no', () => {
    expect(ratedBy(emptyDraft)).toBeNull();
    expect(ratedBy({ ...emptyDraft, value: '1e' })).toBeNull();
    expect(valueProblem({ ...emptyDraft, value: 'x' })).toBe('Enter a number.');
    expect(ratedBy({ ...emptyDraft, value: '0' })).toMatchObject({ kind: 'rated', value: 0 });
    expect(ratedBy({ ...emptyDraft, value: false })).toMatchObject({ value: false });
    expect(ratedBy({ value: '-2.5', reason: 'Style', details: 'Too long' })).toEqual({
      kind: 'rated',
      value: -2.5,
      reason: 'Style',
      details: 'Too long',
    });
  });

  it('is one digit where the metric has small integers, else it grows by digits', () => {
    expect(isByDigits({ min: null, max: null })).toBe(true);
    expect(isByDigits({ min: 1, max: 5 })).toBe(true);
    expect(isByDigits({ min: 0, max: 100 })).toBe(false);
    expect(isByDigits({ min: -1, max: 1 })).toBe(false);
    expect(isByDigits({ min: 0.5, max: 1 })).toBe(false);
    expect(withDigit('4', '2', true)).toBe('2');
    expect(withDigit('4', '2', false)).toBe('42');
    expect(withDigit(true, '1', false)).toBe('1');
  });
});
