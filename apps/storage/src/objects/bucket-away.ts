import { overloaded, type AppError } from '@earshot/errors';

/** The bucket did not do what it was asked for. @param cause for the log */
export function bucketAway(cause: unknown): AppError {
  return overloaded('service_unavailable', 'Stored files are not available at the moment. Try again.', 2, { cause });
}
