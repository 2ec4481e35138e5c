import { AppError, invalidRequest, overloaded, timedOut } from '@earshot/errors';
import { maxValueBytes } from './limits.js';

/** The broker or the other service is unavailable. */
export function serviceUnavailable(cause?: unknown): AppError {
  return overloaded('service_unavailable', 'A part of the service is unavailable. Retry later.', 2, { cause });
}

/** A queue of this process is full. */
export function queueFull(): AppError {
  return overloaded('queue_full', 'Too many requests are in progress. Retry later.', 1);
}

/** The worker of the request died. */
export function workerLost(): AppError {
  return overloaded('worker_lost', 'The process that handled the request was lost. Retry it.', 1);
}

/** There was no reply within the caller's deadline. */
export function deadlineExceeded(): AppError {
  return timedOut('deadline_exceeded', 'The request timed out.');
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
    message: 'Something went wrong on our side.',
    cause,
  });
}
