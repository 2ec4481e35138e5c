import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { retryWithin, untilTickMs } from './back-off.js';

const backOff = { firstMs: 1, maxMs: 1 };

/** Work that fails so often, each time with its number. */
function failingTimes(times: number): () => Promise<string> {
  let attempt = 0;
  return async () => {
    attempt += 1;
    if (attempt <= times) throw new Error(`attempt ${attempt}`);
    return `done at attempt ${attempt}`;
  };
}

describe(retryWithin.name, () => {
  it('repeats work until it succeeds, and reports each error before', async () => {
    const errors: unknown[] = [];
    const failed = (error: unknown): void => void errors.push(error);
    const done = retryWithin(failingTimes(2), { backOff, deadlineMs: 60_000, failed });
    expect(await done).toBe('done at attempt 3');
    expect(errors).toEqual([new Error('attempt 1'), new Error('attempt 2')]);
  });

  it('throws the last error after the deadline', async () => {
    const work = failingTimes(1_000_000);
    await expect(retryWithin(work, { backOff, deadlineMs: 20 })).rejects.toThrow(/^attempt \d+$/);
  });

  it('throws at once what does not pass', async () => {
    const passes = (error: unknown): boolean => (error as Error).message === 'attempt 1';
    await expect(retryWithin(failingTimes(5), { backOff, deadlineMs: 60_000, passes })).rejects.toThrow('attempt 2');
  });
});

describe(untilTickMs.name, () => {
  afterEach(() => void jest.useRealTimers());

  it('ends at the same moment, whenever it begins in a period', () => {
    jest.useFakeTimers();
    jest.advanceTimersByTime(untilTickMs(1_000));
    const delays = [0, 1, 998].map((laterMs) => {
      jest.advanceTimersByTime(laterMs);
      return untilTickMs(1_000);
    });
    expect(delays).toEqual([1_000, 999, 1]);
  });
});
