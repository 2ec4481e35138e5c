import type { KeyLimits } from '@earshot/contracts-projects';
import { AppError } from '@earshot/errors';
import type { Standing } from './standing.js';

type Refusal = (limit: number, seconds: number) => { code: string; message: string };

const refusals: Record<keyof KeyLimits, Refusal> = {
  requests_per_minute: (limit, seconds) => ({
    code: 'requests_per_minute_exceeded',
    message: `The API key may make ${limit} requests a minute, and has made them. Try again in ${seconds} s.`,
  }),
  tokens_per_minute: (limit, seconds) => ({
    code: 'tokens_per_minute_exceeded',
    message: `The API key may use ${limit} tokens a minute, and has used them. Try again in ${seconds} s.`,
  }),
  concurrent: (limit, seconds) => ({
    code: 'concurrent_requests_exceeded',
    message:
      `The API key may have ${limit} requests under way at one time, and has. ` +
      `Try again when one of them has ended, or in ${seconds} s.`,
  }),
};

/** Requests end at any time. */
const placeRetryAfterS = 1;

/** The project has as many requests to models under way in this process as it may. */
export function projectLimitExceeded(limit: number): AppError {
  return new AppError({
    code: 'project_concurrent_requests_exceeded',
    type: 'rate_limit_error',
    message:
      `The project may have ${limit} requests to models under way at one time, and has. ` +
      `Try again when one of them has ended, or in ${placeRetryAfterS} s.`,
    retryAfterS: placeRetryAfterS,
  });
}

/** The key has used up what it may use for now. */
export function limitExceeded({ name, limit, resetS }: Standing): AppError {
  return new AppError({ ...refusals[name](limit, resetS), type: 'rate_limit_error', retryAfterS: resetS });
}
