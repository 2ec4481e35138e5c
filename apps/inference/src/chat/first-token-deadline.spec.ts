import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aChatRequest } from '../../test/chat-fixtures.js';
import { FirstTokenDeadline } from './first-token-deadline.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function deadline(max_ttft_ms: number, waitedMs = 0) {
  const caller = new AbortController();
  const request = aChatRequest({ max_ttft_ms, received_at_ms: Date.now() - waitedMs });
  return { caller, deadline: FirstTokenDeadline.of(request, caller.signal) as FirstTokenDeadline };
}

describe(FirstTokenDeadline.name, () => {
  it('is none when the request has none', () => {
    expect(FirstTokenDeadline.of(aChatRequest(), new AbortController().signal)).toBeUndefined();
  });

  it('counts from the arrival at the gateway', () => {
    const { deadline: one } = deadline(100, 60);
    jest.advanceTimersByTime(39);
    expect([one.signal.aborted, one.isMissed]).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    expect([one.signal.aborted, one.isMissed]).toEqual([true, true]);
  });

  it('is missed at once when it has passed already', () => {
    const { deadline: one } = deadline(100, 100);
    expect([one.signal.aborted, one.isMissed]).toEqual([true, true]);
  });

  it('ends with the first token, however long the rest takes', () => {
    const { deadline: one } = deadline(100);
    one.meet();
    jest.advanceTimersByTime(1_000);
    expect([one.signal.aborted, one.isMissed]).toEqual([false, false]);
  });

  it('is missed, not cancelled, when its caller cancels because of it', () => {
    const { caller, deadline: one } = deadline(100);
    jest.setSystemTime(Date.now() + 100);
    caller.abort();
    expect(one.isMissed).toBe(true);
  });

  it('is cancelled, not missed, when its caller disconnected before', () => {
    const { caller, deadline: one } = deadline(100);
    caller.abort();
    expect([one.signal.aborted, one.isMissed]).toEqual([true, false]);
  });
});
