import { ApiError } from '../../api/api-error.js';

/** Returns the message of an error that names a field, or a part of it; null for other errors. */
export function errorAt(error: unknown, param: string): string | null {
  return error instanceof ApiError && isWithin(error.param, param) ? withoutField(error, param) : null;
}

/** The message of an error below its field, which it need not name. */
export function withoutField({ message, param: path }: ApiError, param: string | null): string {
  const prefix = `${param}: `;
  if (path !== param || !message.startsWith(prefix)) return message;
  const text = message.slice(prefix.length);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns an error unless it names one of the fields of a form, which shows it itself. */
export function errorElsewhere(error: unknown, params: readonly string[]): unknown {
  return error instanceof ApiError && params.some((param) => isWithin(error.param, param)) ? null : error;
}

function isWithin(path: string | null, param: string): boolean {
  return path !== null && (path === param || path.startsWith(`${param}.`) || path.startsWith(`${param}[`));
}
