import { describe, expect, it } from '@jest/globals';
import { comparisonKey, continuesFrom, pairsOf, verdictOfKey } from './judgement.js';

describe('judgements', () => {
  it('store one comparison of the best answer against each other answer', () => {
    expect(pairsOf({ kind: 'preferred', column: 2 }, [0, 1, 2, 3])).toEqual([
      { preferred: 2, other: 0, tied: null },
      { preferred: 2, other: 1, tied: null },
      { preferred: 2, other: 3, tied: null },
    ]);
  });

  it('store a tie once for each pair', () => {
    expect(pairsOf({ kind: 'tied', tied: 'bad' }, [0, 1])).toEqual([{ preferred: 0, other: 1, tied: 'bad' }]);
    expect(pairsOf({ kind: 'tied', tied: 'good' }, [0, 1, 2])).toHaveLength(3);
  });

  it('store nothing about an answer that is left out', () => {
    expect(pairsOf({ kind: 'preferred', column: 3 }, [1, 3])).toEqual([{ preferred: 3, other: 1, tied: null }]);
    expect(pairsOf({ kind: 'tied', tied: 'good' }, [0, 2, 3])).toEqual([
      { preferred: 0, other: 2, tied: 'good' },
      { preferred: 0, other: 3, tied: 'good' },
      { preferred: 2, other: 3, tied: 'good' },
    ]);
  });

  it('store no comparison for a thumb', () => {
    expect(pairsOf({ kind: 'rated', value: true }, [0])).toEqual([]);
  });

  it('have one idempotency key for each comparison', () => {
    const keys = pairsOf({ kind: 'preferred', column: 0 }, [0, 1, 2, 3]).map((pair) => comparisonKey('id', pair));
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe('id-0-1');
  });

  it('let the next turn continue from the preferred answer, else from the first one with text', () => {
    expect(continuesFrom({ kind: 'preferred', column: 1 }, ['a', 'b'])).toBe(1);
    expect(continuesFrom({ kind: 'tied', tied: 'good' }, ['a', 'b'])).toBe(0);
    expect(continuesFrom(null, ['', 'b'])).toBe(1);
    expect(continuesFrom(null, ['', ''])).toBe(0);
  });

  it('take digits for one column, arrows for two, and digits and arrows for more', () => {
    expect(verdictOfKey('ArrowLeft', [0, 1])).toEqual({ kind: 'preferred', column: 0 });
    expect(verdictOfKey('ArrowRight', [0, 1])).toEqual({ kind: 'preferred', column: 1 });
    expect(verdictOfKey('ArrowUp', [0, 1])).toEqual({ kind: 'tied', tied: 'good' });
    expect(verdictOfKey('ArrowDown', [0, 1])).toEqual({ kind: 'tied', tied: 'bad' });
    expect(verdictOfKey('1', [0, 1])).toBeNull();
    expect(['1', '0', '2'].map((key) => verdictOfKey(key, [0]))).toEqual([
      { kind: 'rated', value: true },
      { kind: 'rated', value: false },
      null,
    ]);
    expect(verdictOfKey('3', [0, 1, 2])).toEqual({ kind: 'preferred', column: 2 });
    expect(verdictOfKey('ArrowUp', [0, 1, 2, 3])).toEqual({ kind: 'tied', tied: 'good' });
    expect(['4', '0', 'x', 'ArrowLeft', ' '].map((key) => verdictOfKey(key, [0, 1, 2]))).toEqual(Array(5).fill(null));
  });

  it('take the arrows for the two that answered of more, and digits by the letters of three', () => {
    expect(verdictOfKey('ArrowRight', [0, 3])).toEqual({ kind: 'preferred', column: 3 });
    expect(verdictOfKey('4', [0, 3])).toBeNull();
    expect(verdictOfKey('4', [0, 2, 3])).toEqual({ kind: 'preferred', column: 3 });
    expect(verdictOfKey('2', [0, 2, 3])).toBeNull();
    expect(['ArrowUp', '1'].map((key) => verdictOfKey(key, []))).toEqual([null, null]);
  });
});
