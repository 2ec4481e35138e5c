import { AppError, errorTypes, type ErrorType } from './app-error.js';

/** The public fields of an {@link AppError}, as sent between services. */
export interface WireError {
  code: string;
  type: ErrorType;
  message: string;
  param?: string;
  details?: unknown;
  retry_after_s?: number;
}

/** Encodes the public fields of an error; an unexpected error becomes `internal_error`. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof AppError)) {
    return { code: 'internal_error', type: 'server_error', message: 'An internal error occurred.' };
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

/** Decodes a wire error. Unknown types become `server_error`. */
export function fromWireError(wire: WireError): AppError {
  const { retry_after_s: retryAfterS, ...fields } = wire;
  const type = errorTypes.includes(wire.type) ? wire.type : 'server_error';
  return new AppError({ ...fields, type, ...(retryAfterS !== undefined && { retryAfterS }) });
}
