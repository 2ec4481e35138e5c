import { AppError } from '@earshot/errors';
import { catchError, throwError, type Observable } from 'rxjs';
import type { Caller } from '../auth/caller.js';

/** Names the address of an unreachable provider to callers that may read models, and removes it for others. */
export function showProviderAddress<T>(answer: Observable<T>, caller: Caller): Observable<T> {
  return answer.pipe(catchError((error: unknown) => throwError(() => shown(error, caller))));
}

function shown(error: unknown, { permissions }: Caller): unknown {
  if (!(error instanceof AppError) || error.code !== 'provider_unreachable') return error;
  const { message } = error;
  const { provider_address: address } = (error.details ?? {}) as { provider_address?: unknown };
  return typeof address === 'string' && permissions.has('read')
    ? new AppError({ ...error, message: `${message} Its address is ${address}.` })
    : new AppError({ ...error, message, details: undefined });
}
