import { describe, expect, it } from '@jest/globals';
import { retryWithin } from './back-off.js';

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
