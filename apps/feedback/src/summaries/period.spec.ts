import { describe, expect, it } from '@jest/globals';
import { partsOf } from './period.js';

describe('a period', () => {
  it('of whole days has no edges', () => {
    expect(partsOf('2026-01-31T00:00:00Z', '2026-02-02T00:00:00Z')).toEqual({
      days: { from: '2026-01-31', to: '2026-02-02' },
      edges: [],
    });
  });

  it('has its whole days, and the parts before and after them', () => {
    const { days, edges } = partsOf('2026-01-30T06:00:00Z', '2026-02-02T18:00:00Z');
    expect(days).toEqual({ from: '2026-01-31', to: '2026-02-02' });
    expect(edges.map(({ from, to }) => [new Date(from).toISOString(), new Date(to).toISOString()])).toEqual([
      ['2026-01-30T06:00:00.000Z', '2026-01-31T00:00:00.000Z'],
      ['2026-02-02T00:00:00.000Z', '2026-02-02T18:00:00.000Z'],
    ]);
  });

  it('within a day is one edge, and one around midnight is two', () => {
    expect(partsOf('2026-01-31T06:00:00Z', '2026-01-31T07:00:00Z')).toMatchObject({ days: null, edges: [{}] });
    expect(partsOf('2026-01-31T23:00:00Z', '2026-02-01T01:00:00Z')).toMatchObject({ days: null, edges: [{}, {}] });
  });

  it('that ends before it begins is empty', () => {
    expect(partsOf('2026-02-02T00:00:00Z', '2026-01-31T00:00:00Z')).toEqual({ days: null, edges: [] });
  });

  it('without ends has only whole days', () => {
    expect(partsOf(null, null).edges).toEqual([]);
    expect(partsOf(null, null).days).not.toBeNull();
  });
});
