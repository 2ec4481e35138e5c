import { AppError, conflict, invalidRequest, notFound } from '@earshot/errors';
import type { ObjectName } from '@earshot/contracts-storage';

/** The object was not announced, or it is deleted. */
export function objectNotFound({ kind, name }: ObjectName): AppError {
  return notFound('object', `${kind} ${name}`);
}

/** The object exceeds the limit of its kind. */
export function objectTooLarge({ kind }: ObjectName, maxBytes: number): AppError {
  return invalidRequest('object_too_large', `The ${kind} must have at most ${maxBytes} bytes.`);
}

/** The bucket does not have all bytes of the object. */
export function objectIncomplete({ kind, name }: ObjectName): AppError {
  return conflict('object_incomplete', `The ${kind} '${name}' is not completely uploaded. Upload its bytes again.`);
}
