import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MessagingHealth } from './messaging-health.js';
import type { MessagingRuntime } from './runtime/messaging-runtime.js';

const runtime = { replies: { healthy: false }, serving: undefined, replicas: { all: [], healthy: true } };
const healthOf = () => new MessagingHealth(runtime as unknown as MessagingRuntime);

describe('readiness', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('waits for the first contact with the broker', () => {
    runtime.replies.healthy = false;
    expect(healthOf().check()).toEqual([{ name: 'kafka', ok: false }]);
  });

  it('lasts while a lost broker is replaced, says so, and ends after 30 s', () => {
    const health = healthOf();
    runtime.replies.healthy = true;
    expect(health.check()).toEqual([{ name: 'kafka', ok: true }]);
    runtime.replies.healthy = false;
    jest.advanceTimersByTime(29_000);
    expect(health.check()).toEqual([{ name: 'kafka', ok: true, detail: 'no contact for 29 s' }]);
    jest.advanceTimersByTime(1_000);
    expect(health.check()).toEqual([{ name: 'kafka', ok: false }]);
    runtime.replies.healthy = true;
    expect(health.check()).toEqual([{ name: 'kafka', ok: true }]);
  });
});
