import type { KeyLimits } from '@earshot/contracts-projects';
import { AppError } from '@earshot/errors';
import type { RateLimitWindow } from './rate-limit-windows.js';

type ErrorOf = (limit: number, seconds: number) => { code: string; message: string };

const errors: Record<keyof KeyLimits, ErrorOf> = {
  requests_per_minute: (limit, seconds) => ({
    code: 'requests_per_minute_exceeded',
    message: `The API key has used its limit of ${limit} requests per minute. Retry in ${seconds} s.`,
  }),
  tokens_per_minute: (limit, seconds) => ({
    code: 'tokens_per_minute_exceeded',
    message: `The API key has used its limit of ${limit} tokens per minute. Retry in ${seconds} s.`,
  }),
  concurrent: (limit, seconds) => ({
    code: 'concurrent_requests_exceeded',
    message:
      `The API key has used its limit of ${limit} concurrent requests. ` +
      `Retry when one of them has ended, or in ${seconds} s.`,
  }),
};

/** A request can end at any time, s. */
const slotRetryAfterS = 1;

/** The project has no free slot in this process. */
export function projectLimitExceeded(limit: number): AppError {
  return new AppError({
    code: 'project_concurrent_requests_exceeded',
    type: 'rate_limit_error',
    message:
      `The project has used its limit of ${limit} concurrent model requests. ` +
      `Retry when one of them has ended, or in ${slotRetryAfterS} s.`,
    retryAfterS: slotRetryAfterS,
  });
}

/** The key has reached a limit. */
export function limitExceeded({ name, limit, resetS }: RateLimitWindow): AppError {
  return new AppError({ ...errors[name](limit, resetS), type: 'rate_limit_error', retryAfterS: resetS });
}
