import { ApiError } from './api-error.js';

/** Attempts after an error of the server or the network. */
const maxRetries = 2;

/**
 * Whether a request is sent again by itself. Errors of the request do not go away, and after a request that got no
 * answer in time a person decides.
 *
 * @param failures number of attempts before this one failed
 */
export function isRetried(failures: number, error: unknown): boolean {
  if (failures >= maxRetries || isTimeout(error)) return false;
  return !(error instanceof ApiError && error.status < 500);
}

/** Whether an error says that the time of a request is over. */
export function isTimeout(error: unknown): boolean {
  return (error as Partial<Error> | null)?.name === 'TimeoutError';
}
