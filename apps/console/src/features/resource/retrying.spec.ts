import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { pauseAfter, retried } from './retrying.js';

const unavailable = new ApiError('later', 503, 'overloaded', null);
const offline = new TypeError('Failed to fetch');

function failing(...errors: Error[]) {
  const left = [...errors];
  const attempt = async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'stored';
  };
  return { attempt, left };
}

describe('retries of a write', () => {
  it('go on through errors of the network and the server until it is stored', async () => {
    const retries: string[] = [];
    const pauses: number[] = [];
    const { attempt } = failing(offline, unavailable, offline);
    const result = await retried(attempt, {
      onRetry: ({ name }) => retries.push(name),
      pause: async (ms) => void pauses.push(ms),
    });
    expect(result).toBe('stored');
    expect(retries).toEqual(['TypeError', 'ApiError', 'TypeError']);
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });

  it('wait as long as the server asks', () => {
    expect(pauseAfter(1, new ApiError('slow down', 429, 'rate_limited', null, 7_000))).toBe(7_000);
    expect(pauseAfter(20, offline)).toBe(10_000);
    expect(pauseAfter(1, new DOMException('late', 'TimeoutError'))).toBe(500);
  });

  it('end at an error of the request', async () => {
    const conflict = new ApiError('gone', 409, 'lease_expired', null);
    const { attempt, left } = failing(conflict, offline);
    await expect(retried(attempt, { pause: async () => {} })).rejects.toBe(conflict);
    expect(left).toHaveLength(1);
  });

  it('end after a quarter of an hour', async () => {
    let nowMs = 0;
    const pause = async (ms: number) => void (nowMs += ms);
    const endless = () => Promise.reject(offline);
    await expect(retried(endless, { pause, now: () => nowMs })).rejects.toBe(offline);
    expect(nowMs).toBeGreaterThan(14 * 60_000);
    expect(nowMs).toBeLessThanOrEqual(15 * 60_000);
  });
});
