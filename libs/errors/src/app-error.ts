/** Types of errors; the gateway maps each to an HTTP status. */
export const errorTypes = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'conflict_error',
  'rate_limit_error',
  'server_error',
  'upstream_error',
  'overloaded_error',
  'timeout_error',
] as const;

/** A type of errors. */
export type ErrorType = (typeof errorTypes)[number];

/** Fields of an {@link AppError}. */
export interface AppErrorFields {
  /** Stable code in lower_snake_case, for programs. */
  code: string;
  type: ErrorType;
  /** Public: what was wrong, what was expected, what to do. No secrets, no internals. */
  message: string;
  /** Path of the offending field, for example `messages[2].content`. */
  param?: string;
  /** Public JSON value with details, for example all violations of a schema. */
  details?: unknown;
  /** Seconds before a retry; required for `overloaded_error` and `rate_limit_error`. */
  retryAfterS?: number;
  /** Internal: logged, never sent to a caller or over a lane. */
  cause?: unknown;
}

/**
 * An expected error, the only one that services throw on purpose. Any other error is unexpected: the lanes retry it,
 * and the gateway returns 500 without details.
 */
export class AppError extends Error {
  readonly code: string;
  readonly type: ErrorType;
  readonly param?: string;
  readonly details?: unknown;
  readonly retryAfterS?: number;

  constructor(fields: AppErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'AppError';
    this.code = fields.code;
    this.type = fields.type;
    this.param = fields.param;
    this.details = fields.details;
    this.retryAfterS = fields.retryAfterS;
  }
}
