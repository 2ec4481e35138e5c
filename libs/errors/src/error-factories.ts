import { AppError, type AppErrorFields } from './app-error.js';

/** Maximum length of a caller's text in an error message. */
const maxQuoted = 200;

type Rest = Partial<Omit<AppErrorFields, 'code' | 'type' | 'message'>>;

/** The request is invalid. */
export function invalidRequest(code: string, message: string, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'invalid_request_error', message, ...rest });
}

/**
 * A resource named in the request does not exist, or the caller cannot see it.
 *
 * @param entity lower-case noun, for example `model`; the code is `<entity>_not_found`.
 * @param name id or key from the request.
 * @param rest further fields; `hint` is a sentence after the message: what was expected.
 */
export function notFound(entity: string, name: string, { hint, ...rest }: Rest & { hint?: string } = {}): AppError {
  return new AppError({
    code: `${entity.replaceAll(' ', '_')}_not_found`,
    type: 'not_found_error',
    message: `There is no ${entity} '${quoted(name)}'.${hint === undefined ? '' : ` ${hint}`}`,
    ...rest,
  });
}

/** The request conflicts with the current state. */
export function conflict(code: string, message: string, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'conflict_error', message, ...rest });
}

/** The request is valid but cannot be served now. */
export function overloaded(code: string, message: string, retryAfterS: number, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'overloaded_error', message, retryAfterS, ...rest });
}

/**
 * A quota of the project is exhausted. Waiting does not help, so it is no `rate_limit_error`.
 *
 * @param quota lower_snake_case: as the project's `quotas` name it. @param limit in the unit of the quota.
 */
export function quotaExceeded(quota: string, limit: number): AppError {
  const message =
    `The request exceeds the project's quota '${quota}' of ${limit}. ` +
    'Delete unused data, or ask an administrator to raise the quota.';
  return new AppError({ code: 'quota_exceeded', type: 'permission_error', message, details: { quota, limit } });
}

/** There was no answer before the deadline. */
export function timedOut(code: string, message: string, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'timeout_error', message, ...rest });
}

/** Shortens a caller's text for an error message. */
export function quoted(name: string): string {
  return name.length > maxQuoted ? `${name.slice(0, maxQuoted)}…` : name;
}
