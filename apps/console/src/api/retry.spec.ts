import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.js';
import { isRetried } from './retry.js';

const answered = (status: number) => new ApiError('no', status, 'code', null);

describe('isRetried', () => {
  it('repeats a request twice after errors of the server and the network', () => {
    for (const error of [answered(500), answered(503), new TypeError('Failed to fetch')])
      expect([0, 1, 2].map((failures) => isRetried(failures, error))).toEqual([true, true, false]);
  });

  it('repeats no request that was wrong, or that got no answer in time', () => {
    for (const error of [answered(400), answered(404), answered(429), new DOMException('late', 'TimeoutError')])
      expect(isRetried(0, error)).toBe(false);
  });
});
