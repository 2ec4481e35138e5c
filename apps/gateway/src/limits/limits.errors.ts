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

/** The key has used up what it may use for now. */
export function limitExceeded({ name, limit, resetS }: Standing): AppError {
  return new AppError({ ...refusals[name](limit, resetS), type: 'rate_limit_error', retryAfterS: resetS });
}
