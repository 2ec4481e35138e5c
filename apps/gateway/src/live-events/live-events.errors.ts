import { AppError, overloaded } from '@earshot/errors';

/** Any stream may end, s. */
const retryAfterS = 10;

/** The project or the key has too many open streams. @param owner `project` or `API key`. */
export function tooManyStreams(owner: string, limit: number): AppError {
  return new AppError({
    code: 'event_streams_exceeded',
    type: 'rate_limit_error',
    message: `The ${owner} has its limit of ${limit} open event streams. Close one of them, or retry in ${retryAfterS} s.`,
    retryAfterS,
  });
}

/** The process has too many open streams. */
export function streamsFull(): AppError {
  return overloaded('queue_full', 'Too many event streams are open. Retry the request.', retryAfterS);
}

/** The process stops. */
export function stopping(): AppError {
  return overloaded('service_unavailable', 'The gateway is stopping. Retry the request.', 1);
}
