/** The families of refusals that callers can tell apart; the gateway maps each to an HTTP status. */
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

/** One family of refusals. */
export type ErrorType = (typeof errorTypes)[number];

/** What an {@link AppError} is made of. */
export interface AppErrorFields {
  /** Stable, lower_snake_case: what programs switch on. */
  code: string;
  type: ErrorType;
  /** Public: what was wrong, what was expected and, where it helps, what to do. Never a secret, never internals. */
  message: string;
  /** Path of the offending field, for example `messages[2].content`. */
  param?: string;
  /** Public JSON value with more, for example every violation of a schema. */
  details?: unknown;
  /** Whole seconds after which trying again is worth it; required by callers for `overloaded_error` and `rate_limit_error`. */
  retryAfterS?: number;
  /** Internal: logged, never sent to a caller or over a lane. */
  cause?: unknown;
}

/**
 * A decided refusal: the one error that services throw on purpose. Anything else that is thrown is a fault, which the
 * lanes retry and the gateway shows as a bare 500.
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
