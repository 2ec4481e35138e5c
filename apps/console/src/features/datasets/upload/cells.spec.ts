import { describe, expect, it } from '@jest/globals';
import { cellsOf } from './cells.js';

describe('cellsOf', () => {
  it('shows each part while there are few', () => {
    expect(cellsOf([1, 0.5, 0])).toEqual([1, 0.5, 0]);
  });

  it('joins parts of large files', () => {
    expect(cellsOf([1, 1, 1, 0, 0, 0], 3)).toEqual([1, 0.5, 0]);
    expect(cellsOf(Array.from({ length: 10_000 }, () => 1))).toHaveLength(160);
  });
});
