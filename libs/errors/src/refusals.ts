import { AppError, type AppErrorFields } from './app-error.js';

/** A name that a caller made up may be of any length; an answer quotes no more of it than this. */
const maxQuoted = 200;

type Rest = Partial<Omit<AppErrorFields, 'code' | 'type' | 'message'>>;

/** The caller sent something that can't be done as asked. */
export function invalidRequest(code: string, message: string, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'invalid_request_error', message, ...rest });
}

/**
 * Something named in the request is not there, or out of the caller's sight.
 *
 * @param entity lower-case noun, for example `model`; the code is `<entity>_not_found`.
 * @param name what was looked for, as the caller wrote it.
 */
export function notFound(entity: string, name: string, rest: Rest = {}): AppError {
  return new AppError({
    code: `${entity.replaceAll(' ', '_')}_not_found`,
    type: 'not_found_error',
    message: `There is no ${entity} '${quoted(name)}'.`,
    ...rest,
  });
}

/** The request contradicts what is there already. */
export function conflict(code: string, message: string, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'conflict_error', message, ...rest });
}

/** Nothing is wrong with the request, but it can't be served now. */
export function overloaded(code: string, message: string, retryAfterS: number, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'overloaded_error', message, retryAfterS, ...rest });
}

/**
 * A project has as much of something as it may have. Waiting does not help, so it is no `rate_limit_error`.
 *
 * @param quota lower_snake_case: as the project's `quotas` name it. @param limit in the unit of the quota.
 */
export function quotaExceeded(quota: string, limit: number): AppError {
  const message =
    `The project's quota '${quota}' is ${limit}, and this would exceed it: ` +
    'delete what is not needed, or have an administrator raise the quota.';
  return new AppError({ code: 'quota_exceeded', type: 'permission_error', message, details: { quota, limit } });
}

/** An answer did not come within its deadline. */
export function timedOut(code: string, message: string, rest: Rest = {}): AppError {
  return new AppError({ code, type: 'timeout_error', message, ...rest });
}

/** A caller's own word as a message may repeat it: the beginning of a long one. */
export function quoted(name: string): string {
  return name.length > maxQuoted ? `${name.slice(0, maxQuoted)}…` : name;
}
