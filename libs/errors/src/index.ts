export { AppError, errorTypes, type AppErrorFields, type ErrorType } from './app-error.js';
export { conflict, invalidRequest, notFound, overloaded, quotaExceeded, quoted, timedOut } from './error-factories.js';
export { fromWireError, toWireError, type WireError } from './wire-error.js';
