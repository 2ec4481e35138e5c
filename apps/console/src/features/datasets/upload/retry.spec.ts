import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../api/api-error.js';
import { backOffMs, isTransient, withRetries } from './retry.js';

describe('retries of parts', () => {
  it('repeats after errors that go away', async () => {
    let count = 0;
    const request = async () => {
      count += 1;
      if (count < 2) throw new ApiError('busy', 503, 'queue_full', null);
      return count;
    };
    await expect(withRetries(request, new AbortController().signal)).resolves.toBe(2);
  });

  it('stops at errors of the request', async () => {
    const request = async () => {
      throw new ApiError('mismatch', 400, 'checksum_mismatch', null);
    };
    await expect(withRetries(request, new AbortController().signal)).rejects.toThrow('mismatch');
    expect(isTransient(new TypeError('offline'))).toBe(true);
  });

  it('waits longer each time, at most 15 s', () => {
    expect([1, 2, 3, 12].map(backOffMs)).toEqual([250, 500, 1_000, 15_000]);
  });
});
