import { AppError, errorTypes, type ErrorType } from './app-error.js';

/** An {@link AppError} as it travels between services: everything public, nothing else. */
export interface WireError {
  code: string;
  type: ErrorType;
  message: string;
  param?: string;
  details?: unknown;
  retry_after_s?: number;
}

/** The public part of an error; what is no {@link AppError} becomes a `server_error` that gives nothing away. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof AppError)) {
    return { code: 'internal_error', type: 'server_error', message: 'Something went wrong on our side.' };
  }
  const { code, type, message, param, details, retryAfterS } = error;
  return {
    code,
    type,
    message,
    ...(param !== undefined && { param }),
    ...(details !== undefined && { details }),
    ...(retryAfterS !== undefined && { retry_after_s: retryAfterS }),
  };
}

/** The error that {@link toWireError} described. A type that this version does not know becomes `server_error`. */
export function fromWireError(wire: WireError): AppError {
  const { retry_after_s: retryAfterS, ...fields } = wire;
  const type = errorTypes.includes(wire.type) ? wire.type : 'server_error';
  return new AppError({ ...fields, type, ...(retryAfterS !== undefined && { retryAfterS }) });
}
