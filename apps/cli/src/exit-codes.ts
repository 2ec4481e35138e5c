import { ApiError, AuthenticationError, ConnectionError, PermissionError, UsageError } from '@earshot/client';
import { NotSignedIn } from './session/session.errors.js';

/** Exit codes of the command, as the README lists them. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, forbidden: 3, unavailable: 4, interrupted: 130 } as const;

/** The command line or a file that it names is wrong. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

/** Returns the exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageProblem || error instanceof UsageError) return exitCodes.usage;
  if ((error as Error).name === 'YError') return exitCodes.usage;
  if (error instanceof NotSignedIn || error instanceof AuthenticationError || error instanceof PermissionError) {
    return exitCodes.forbidden;
  }
  if (error instanceof ConnectionError) return exitCodes.unavailable;
  if (error instanceof ApiError && (error.status === 429 || error.status >= 500)) return exitCodes.unavailable;
  return exitCodes.failed;
}
