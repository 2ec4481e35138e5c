import { AppError, conflict, invalidRequest, notFound } from '@earshot/errors';
import type { ObjectName } from '@earshot/contracts-storage';

/** Nothing of that name was announced, or it was given up. */
export function objectNotFound({ kind, name }: ObjectName): AppError {
  return notFound('object', `${kind} ${name}`);
}

/** More than anything of its kind may have. */
export function objectTooLarge({ kind }: ObjectName, maxBytes: number): AppError {
  return invalidRequest('object_too_large', `The ${kind} is larger than ${maxBytes} bytes.`);
}

/** It can't be kept: the bucket does not have all of it. */
export function objectIncomplete({ kind, name }: ObjectName): AppError {
  return conflict('object_incomplete', `The ${kind} '${name}' has not arrived whole: send its bytes again.`);
}
