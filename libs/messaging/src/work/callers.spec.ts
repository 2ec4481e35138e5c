import { expect, it } from '@jest/globals';
import { callerTimeoutMs, sweepIntervalMs } from '../timing.js';
import { Callers } from './callers.js';

const start = Date.now();

/** When a caller that sent work at the start, and nothing more, is dead. @param contactAt of the broker, by time. */
function deadAt(contactAt: (now: number) => number): number | undefined {
  const callers = new Callers();
  callers.seen('caller', start);
  for (let now = start; now < start + 10 * callerTimeoutMs; now += sweepIntervalMs) {
    callers.sweep(now, contactAt(now));
    if (callers.isDead('caller', now)) return now - start;
  }
  return undefined;
}

it('considers a caller dead that acknowledges no heartbeat for 10 s', () => {
  expect(deadAt((now) => now)).toBe(callerTimeoutMs + sweepIntervalMs);
});

it('considers no caller dead while the broker does not answer, nor before it could reconnect', () => {
  expect(deadAt(() => start)).toBeUndefined();
  const outageMs = 2 * callerTimeoutMs;
  expect(deadAt((now) => (now < start + outageMs ? start : now))).toBeGreaterThanOrEqual(
    outageMs + callerTimeoutMs - sweepIntervalMs,
  );
});
