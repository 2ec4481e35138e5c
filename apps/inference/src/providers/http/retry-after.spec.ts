import { expect, it } from '@jest/globals';
import { retryAfterMs } from './provider-errors.js';

it.each([
  ['7', 7_000],
  ['1.5', 1_500],
  ['0.5', 500],
  ['0', 0],
  [new Date(0).toUTCString(), 0],
  ['-5', null],
  ['-1.5', null],
  ['1.', null],
  ['2100-01-01', null],
  ['soon', null],
  ['', null],
  [undefined, null],
])('Retry-After %p asks for %p ms', (header, ms) => {
  expect(retryAfterMs(header)).toBe(ms);
});

it('a Retry-After with a date asks for the time until then', () => {
  const ms = retryAfterMs(new Date(Date.now() + 60_000).toUTCString());
  // Such dates have no fractions of a second.
  expect(ms).toBeGreaterThan(50_000);
  expect(ms).toBeLessThanOrEqual(60_000);
});
