import { AppError, invalidRequest, overloaded, timedOut } from '@earshot/errors';
import { maxValueBytes } from './limits.js';

/** The broker, or the service behind it, is away. */
export function serviceUnavailable(cause?: unknown): AppError {
  return overloaded('service_unavailable', 'A part of the service is not available at the moment.', 2, { cause });
}

/** More is waiting in this process than it may hold. */
export function queueFull(): AppError {
  return overloaded('queue_full', 'Too many requests are under way.', 1);
}

/** Whoever worked on it does not any more. */
export function workerLost(): AppError {
  return overloaded('worker_lost', 'The process that worked on the request was lost.', 1);
}

/** No answer within the caller's deadline. */
export function deadlineExceeded(): AppError {
  return timedOut('deadline_exceeded', 'There was no answer within the time that the request had.');
}

/** The message does not fit through the lanes. */
export function recordTooLarge(): AppError {
  return invalidRequest('record_too_large', `The request, or its answer, is larger than ${maxValueBytes} bytes.`);
}

/** The body does not fit the contract. */
export function invalidMessage(details: unknown): AppError {
  return invalidRequest('invalid_message', 'The message does not fit its contract.', { details });
}

/** Handling failed again and again, and not by decision. */
export function handlingFailed(cause: unknown): AppError {
  return new AppError({
    code: 'internal_error',
    type: 'server_error',
    message: 'Something went wrong on our side.',
    cause,
  });
}
