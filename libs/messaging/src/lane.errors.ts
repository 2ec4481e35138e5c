import { AppError, invalidRequest, overloaded, timedOut } from '@earshot/errors';
import { maxValueBytes } from './limits.js';

/** The broker or the other service is unavailable. */
export function serviceUnavailable(cause?: unknown): AppError {
  return overloaded('service_unavailable', 'A service is not available. Retry the request.', 2, { cause });
}

/** A queue of this process is full. */
export function queueFull(): AppError {
  return overloaded('queue_full', 'Too many requests are in progress. Retry the request.', 1);
}

/** The worker of the request died. */
export function workerLost(): AppError {
  return overloaded('worker_lost', 'The worker that processed the request was lost. Retry the request.', 1);
}

/** There was no reply within the caller's deadline. */
export function deadlineExceeded(): AppError {
  return timedOut('deadline_exceeded', 'No answer arrived before the deadline of the request.');
}

/** The message is larger than a record may be. */
export function recordTooLarge(): AppError {
  return invalidRequest(
    'record_too_large',
    `The request or its answer exceeds the limit of ${maxValueBytes} bytes. Send less at once.`,
  );
}

/** The body does not match the contract. */
export function invalidMessage(details: unknown): AppError {
  return invalidRequest('invalid_message', 'The message does not match its contract.', { details });
}

/** Every attempt to handle the message failed with an unexpected error. */
export function handlingFailed(cause: unknown): AppError {
  return new AppError({
    code: 'internal_error',
    type: 'server_error',
    message: 'An internal error occurred.',
    cause,
  });
}
