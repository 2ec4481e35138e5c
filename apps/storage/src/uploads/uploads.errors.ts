import { AppError, conflict, invalidRequest } from '@earshot/errors';

/** There is none, or it is another project's. */
export function sessionNotFound(sessionId: string): AppError {
  return new AppError({
    code: 'session_not_found',
    type: 'not_found_error',
    message: `There is no upload session '${sessionId}'.`,
    param: 'session_id',
  });
}

/** It takes nothing any more. @param state for people, as `aborted` */
export function sessionClosed(sessionId: string, state: string): AppError {
  return conflict('session_closed', `The upload session '${sessionId}' is ${state}: begin a new one.`, {
    param: 'session_id',
    details: { state },
  });
}

/** It was made use of: what became of it is deleted elsewhere. */
export function sessionConsumed(sessionId: string): AppError {
  return conflict('session_consumed', `The upload session '${sessionId}' was made use of, and can not be aborted.`, {
    param: 'session_id',
  });
}

/** Parts are missing. */
export function sessionIncomplete(sessionId: string, there: number, total: number): AppError {
  const message = `The upload session '${sessionId}' has ${there} of ${total} parts: send the others first.`;
  return conflict('session_incomplete', message, {
    details: { completed_parts_count: there, total_parts_count: total },
  });
}

/** No such part was announced. */
export function partOutOfRange(number: number, total: number): AppError {
  const message = `There is no part ${number}: the upload session has parts 1 to ${total}.`;
  return invalidRequest('part_number_out_of_range', message, { param: 'part_number' });
}

/** It arrived so late that it was deleted. */
export function partLost(number: number): AppError {
  return conflict('part_lost', `Part ${number} took too long to be kept: send it again.`);
}
