import { toWireError, type ErrorType, type WireError } from '@earshot/errors';

/** HTTP status of each family of errors (interface, section 2). */
const statusByType: Record<ErrorType, number> = {
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

/** Statuses of HTTP errors. */
const statusByCode: Record<string, number> = {
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  headers_too_large: 431,
};

/** The body of every error response: the error object of the OpenAI interface. */
export interface ErrorBody {
  error: { message: string; type: ErrorType; param: string | null; code: string; details?: unknown };
}

/** An error response. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** Creates the response to an error; unexpected errors reveal no details. */
export function errorResponse(error: unknown): ErrorResponse {
  const wire = toWireError(error);
  return {
    status: statusByCode[wire.code] ?? statusByType[wire.type],
    headers:
      wire.retry_after_s === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(wire.retry_after_s))) },
    body: errorBody(wire),
  };
}

/** The error object alone, as it also travels inside a stream. */
export function errorBody({ message, type, param, code, details }: WireError): ErrorBody {
  return { error: { message, type, param: param ?? null, code, ...(details !== undefined && { details }) } };
}
