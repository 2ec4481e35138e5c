import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  PermissionError,
  RateLimitError,
  UsageError,
} from '@earshot/client';
import { describe, expect, it } from '@jest/globals';
import { exitCodeOf, UsageProblem } from './exit-codes.js';
import { NotSignedIn } from './session/session.errors.js';

const fields = { code: 'c', param: null, details: null, requestId: null, retryAfterMs: null };

describe('the exit code', () => {
  it.each([
    [1, new ApiError('not found', { ...fields, status: 404 })],
    [1, new Error('any')],
    [2, new UsageProblem('wrong')],
    [2, new UsageError('no address')],
    [3, new NotSignedIn('no key')],
    [3, new AuthenticationError('wrong key', { ...fields, status: 401 })],
    [3, new PermissionError('not permitted', { ...fields, status: 403 })],
    [4, new ConnectionError('away')],
    [4, new RateLimitError('too many', { ...fields, status: 429 })],
    [4, new ApiError('busy', { ...fields, status: 503 })],
  ])('is %i for %s', (code, error) => expect(exitCodeOf(error)).toBe(code));
});
