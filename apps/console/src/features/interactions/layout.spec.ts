import { describe, expect, it } from '@jest/globals';
import { layoutOf, visibilityOf } from './layout.js';

describe('layoutOf', () => {
  it('hides columns as the table becomes narrow', () => {
    expect(layoutOf(1_400).columns).toHaveLength(9);
    expect(layoutOf(640).columns).toEqual(['time', 'prompt', 'completion']);
    expect(layoutOf(639)).toMatchObject({ columns: ['entry'], rowHeightPx: 60, hasHeader: false });
  });

  it('shows as many rows as a browser can draw', () => {
    const { maxRows, rowHeightPx } = layoutOf(1_400);
    expect(maxRows).toBeGreaterThan(400_000);
    expect(maxRows * rowHeightPx).toBeLessThan(17_800_000);
  });

  it('hides the columns of other layouts', () => {
    expect(visibilityOf(layoutOf(390))).toMatchObject({ time: false, entry: true });
    expect(visibilityOf(layoutOf(1_400))).toMatchObject({ time: true, labels: true, entry: false });
  });
});
