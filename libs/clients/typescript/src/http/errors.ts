import type { components } from '../generated/schema.js';

/** Code of an error, for programs. Later versions of Earshot may send others. */
export type ErrorCode = components['schemas']['ErrorCode'] | (string & {});

/** Base of all errors that this package throws. */
export class EarshotError extends Error {
  override readonly name: string = 'EarshotError';
}

/** Earshot cannot be reached, or the connection broke. `cause` is the error of `fetch`. */
export class ConnectionError extends EarshotError {
  override readonly name: string = 'ConnectionError';
}

/** A wait took longer than its deadline. */
export class DeadlineError extends ConnectionError {
  override readonly name = 'DeadlineError';
}

/** An argument or a setting is missing or wrong. Nothing was sent. */
export class UsageError extends EarshotError {
  override readonly name = 'UsageError';
}

/** A file has changed between two parts of a download. */
export class FileChangedError extends EarshotError {
  override readonly name = 'FileChangedError';
}

/** What an error response says. */
export interface ErrorFields {
  readonly status: number;
  readonly code: ErrorCode;
  /** Path of the invalid field, for example `messages[2].content`; else null. */
  readonly param: string | null;
  readonly details: unknown;
  /** Id of the request in the logs of Earshot; null if something else answered. */
  readonly requestId: string | null;
  /** Time to wait before a retry, from `Retry-After`; else null. */
  readonly retryAfterMs: number | null;
}

/** An error response. Its subclasses follow the status. */
export class ApiError extends EarshotError implements ErrorFields {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;

  constructor(message: string, fields: ErrorFields) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.param = fields.param;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** 400, 405, 406, 408, 413, 415, 416, 431: the request is wrong. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: the API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the API key may not do this, or a quota is used up. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: it does not exist, or is not visible to the API key. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the state of a resource does not allow this. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 429: a limit of the API key or the project is used up. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: Earshot or a model provider failed, or is overloaded. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}
