import { AppError, invalidRequest, overloaded } from '@earshot/errors';

/** What is too large for a record is, to the caller, a text that is too long. @param param which one */
export function tooLong(error: unknown, param: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'record_too_large') return error;
  const message = 'The text is too long: one is taken up to about 1,000,000 bytes. Cut it into several.';
  return invalidRequest('record_too_large', message, { param });
}

/** The texts of one request were embedded by different models: their vectors can't be compared. */
export function modelChanged(): AppError {
  return overloaded('service_unavailable', 'The model was changed in the middle of the request. Try again.', 1);
}
