import { describe, expect, it } from '@jest/globals';
import { layoutOf, visibilityOf } from './layout.js';
import { maxRows } from './paged-rows.js';

describe('layoutOf', () => {
  it('hides columns as the table becomes narrow', () => {
    expect(layoutOf(1_400).columns).toHaveLength(9);
    expect(layoutOf(640).columns).toEqual(['time', 'prompt', 'completion']);
    expect(layoutOf(639)).toMatchObject({ columns: ['entry'], rowHeightPx: 60, hasHeader: false });
  });

  it.each([390, 1_400])('is no higher than a browser can draw at a width of %i', (width) => {
    expect(maxRows * layoutOf(width).rowHeightPx).toBeLessThan(17_800_000);
  });

  it('hides the columns of other layouts', () => {
    expect(visibilityOf(layoutOf(390))).toMatchObject({ time: false, entry: true });
    expect(visibilityOf(layoutOf(1_400))).toMatchObject({ time: true, labels: true, entry: false });
  });
});
