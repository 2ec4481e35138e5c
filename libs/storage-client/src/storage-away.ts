import { overloaded, type AppError } from '@earshot/errors';

/** The storage service or the bucket is away. */
export function storageAway(cause: unknown): AppError {
  return overloaded('service_unavailable', 'Stored files are not available at the moment. Try again.', 2, { cause });
}
