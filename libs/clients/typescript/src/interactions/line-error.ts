import { errorOfBody, type ErrorBody } from '../http/error-response.js';
import type { ApiError } from '../http/errors.js';

/** Statuses of the types of errors; a line of a bulk import has no status of its own. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  rate_limit_error: 429,
  server_error: 500,
  upstream_error: 502,
  overloaded_error: 503,
  timeout_error: 504,
};

/** Errors of a line that another attempt may not have. */
const transient = new Set([429, 503, 504]);

/** Returns the error that a line of a bulk import was answered with. */
export function errorOfLine(body: ErrorBody & { readonly error?: { readonly type?: string } }): ApiError {
  const status = statuses[body.error?.type ?? ''] ?? 500;
  return errorOfBody(body, { status, fallback: 'The line was rejected without a reason.' });
}

/** Whether the same line may be accepted later. */
export function isTransient({ status }: ApiError): boolean {
  return transient.has(status);
}
