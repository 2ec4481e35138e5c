import { describe, expect, it } from '@jest/globals';
import { partsOf } from './period.js';

const at = (time: string) => Date.parse(`2026-01-31T${time}Z`);
const parts = (from: string, to: string, interval: 'minute' | 'hour' | 'day' = 'hour') =>
  partsOf({ from: `2026-01-31T${from}Z`, to: `2026-01-31T${to}Z`, interval });

describe('a period of statistics', () => {
  it('has its whole hours, and the partial hours before and after them', () => {
    expect(parts('06:30:00', '09:00:00.001', 'day')).toEqual({
      hours: { from: at('07:00:00'), to: at('09:00:00') },
      edges: [
        { from: at('06:30:00'), to: at('07:00:00') },
        { from: at('09:00:00'), to: at('09:00:00.001') },
      ],
    });
    expect(parts('06:00:00', '07:00:00')).toEqual({ hours: { from: at('06:00:00'), to: at('07:00:00') }, edges: [] });
  });

  it('without a whole hour, or of minutes, is one edge', () => {
    expect(parts('06:30:00', '07:30:00')).toEqual({
      hours: null,
      edges: [{ from: at('06:30:00'), to: at('07:30:00') }],
    });
    expect(parts('06:00:00', '08:00:00', 'minute')).toEqual({
      hours: null,
      edges: [{ from: at('06:00:00'), to: at('08:00:00') }],
    });
  });
});
