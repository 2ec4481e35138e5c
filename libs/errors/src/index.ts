export { AppError, errorTypes, type AppErrorFields, type ErrorType } from './app-error.js';
export { conflict, invalidRequest, notFound, overloaded, quotaExceeded, quoted, timedOut } from './refusals.js';
export { fromWireError, toWireError, type WireError } from './wire-error.js';
