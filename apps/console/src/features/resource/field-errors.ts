import { ApiError } from '../../api/api-error.js';

/** Returns the message of an error that names a field, or a part of it; null for other errors. */
export function errorAt(error: unknown, param: string): string | null {
  return error instanceof ApiError && isWithin(error.param, param) ? error.message : null;
}

/** Returns an error unless it names one of the fields of a form, which shows it itself. */
export function errorElsewhere(error: unknown, params: readonly string[]): unknown {
  return error instanceof ApiError && params.some((param) => isWithin(error.param, param)) ? null : error;
}

function isWithin(path: string | null, param: string): boolean {
  return path !== null && (path === param || path.startsWith(`${param}.`) || path.startsWith(`${param}[`));
}
