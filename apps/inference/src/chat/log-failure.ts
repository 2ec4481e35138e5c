import { AppError } from '@earshot/errors';
import type { Logger } from '@earshot/service-kit';

/**
 * Logs why a request failed. Refusals are the caller's to know; what a provider or we ourselves did wrong is for whoever runs this.
 *
 * @param what failed, where it is a fault of ours.
 */
export function logFailure(
  logger: Logger,
  error: unknown,
  what: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (!(error instanceof AppError)) logger.error({ ...fields, err: error }, what);
  else if (error.type === 'upstream_error' || error.type === 'server_error') {
    logger.warn({ ...fields, code: error.code, err: error }, 'a provider failed');
  }
}
