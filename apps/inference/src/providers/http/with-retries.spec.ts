import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@earshot/errors';
import { Circuit } from './circuit.js';
import { faultyAgain, faultyOnce, ProviderError, refused, type Verdict } from './provider-errors.js';
import { RetryBudget, withRetries, type RetryLimits } from './attempts.js';

const settings = { maxRetries: 2, backoffMs: 2 };
const limits: RetryLimits = { settings, signal: new AbortController().signal };
const failure = (verdict: Verdict) =>
  new ProviderError({ code: 'provider_failed', type: 'upstream_error', message: 'No.' }, verdict);

let state: { circuit: Circuit; budget: RetryBudget };
let made: number;

beforeEach(() => {
  state = { circuit: new Circuit(), budget: new RetryBudget() };
  made = 0;
});

/** Work that fails so often, and then is done. */
function work(failures: number, error: Error): () => Promise<string> {
  return async () => {
    made += 1;
    if (made <= failures) throw error;
    return 'done';
  };
}

describe('work that fails', () => {
  it('is done again, twice at most', async () => {
    expect(await withRetries(state, limits, work(2, failure(faultyAgain)))).toBe('done');
    const error = failure(faultyAgain);
    made = 0;
    await expect(withRetries(state, limits, work(3, error))).rejects.toBe(error);
    expect(made).toBe(3);
  });

  it.each([
    ['the server may still work on it', failure(faultyOnce)],
    ['the server has refused it', failure(refused)],
    ['the request never left', new AppError({ code: 'queue_full', type: 'overloaded_error', message: 'Full.' })],
    ['the fault is ours', new TypeError('x')],
  ])('is not done again when %s', async (_why, error) => {
    await expect(withRetries(state, limits, work(1, error))).rejects.toBe(error);
    expect(made).toBe(1);
  });

  it('waits as long as the server says, unless that is longer than anybody waits', async () => {
    const soon = failure({ ...refused, retry: true, retryAfterMs: 1 });
    expect(await withRetries(state, limits, work(1, soon))).toBe('done');
    const late = failure({ ...refused, retry: true, retryAfterMs: 3_600_000 });
    made = 0;
    await expect(withRetries(state, limits, work(1, late))).rejects.toBe(late);
  });

  it('is not done again when the answer could not come in time', async () => {
    const busy = failure({ ...refused, retry: true, retryAfterMs: 5_000 });
    await expect(withRetries(state, { ...limits, retryUntil: Date.now() + 4_000 }, work(1, busy))).rejects.toBe(busy);
    expect(made).toBe(1);
  });

  it('is given up in the wait when its caller leaves', async () => {
    const caller = new AbortController();
    const busy = failure({ ...refused, retry: true, retryAfterMs: 50_000 });
    const run = withRetries(state, { ...limits, signal: caller.signal }, work(1, busy));
    setImmediate(() => caller.abort());
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(made).toBe(1);
  });

  it('is done once only after several failures in a row, until some have succeeded', async () => {
    const busy = failure({ ...refused, retry: true });
    for (let i = 0; i < 3; i += 1) await expect(withRetries(state, limits, work(Infinity, busy))).rejects.toBe(busy);
    made = 0;
    await expect(withRetries(state, limits, work(1, busy))).rejects.toBe(busy);
    expect(made).toBe(1);
    for (let i = 0; i < 50; i += 1) await withRetries(state, limits, work(0, busy));
    made = 0;
    expect(await withRetries(state, limits, work(1, busy))).toBe('done');
  });

  it('is not begun at a server that has failed five times in a row, and the last of these is not repeated', async () => {
    for (let i = 0; i < 2; i += 1)
      await withRetries(state, limits, work(Infinity, failure(faultyAgain))).catch(() => 0);
    expect(made).toBe(5);
    await expect(withRetries(state, limits, work(0, new Error()))).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    expect(made).toBe(5);
  });

  it('leaves the circuit closed however often the server refuses', async () => {
    for (let i = 0; i < 20; i += 1) await withRetries(state, limits, work(Infinity, failure(refused))).catch(() => 0);
    made = 0;
    expect(await withRetries(state, limits, work(0, new Error()))).toBe('done');
  });
});
