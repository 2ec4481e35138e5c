import { AppError, conflict, invalidRequest } from '@earshot/errors';

/** The session does not exist, or belongs to another project. */
export function sessionNotFound(sessionId: string): AppError {
  return new AppError({
    code: 'session_not_found',
    type: 'not_found_error',
    message: `There is no upload session '${sessionId}'.`,
    param: 'session_id',
  });
}

/** The session accepts no parts. @param state for example `aborted` */
export function sessionClosed(sessionId: string, state: string): AppError {
  return conflict('session_closed', `The upload session '${sessionId}' is ${state}. Create a new one.`, {
    param: 'session_id',
    details: { state },
  });
}

/** The session became a file, which has an endpoint of its own for its deletion. */
export function sessionConsumed(sessionId: string): AppError {
  return conflict(
    'session_consumed',
    `The upload session '${sessionId}' is consumed and cannot be aborted. Delete its file instead.`,
    {
      param: 'session_id',
    },
  );
}

/** The session has missing parts. */
export function sessionIncomplete(sessionId: string, completed: number, total: number): AppError {
  const message = `The upload session '${sessionId}' has ${completed} of ${total} parts. Send the missing parts first.`;
  return conflict('session_incomplete', message, {
    details: { completed_parts_count: completed, total_parts_count: total },
  });
}

/** The part number exceeds the number of parts. */
export function partOutOfRange(number: number, total: number): AppError {
  const message = `'part_number' must be between 1 and ${total}, the parts of the upload session; got ${number}.`;
  return invalidRequest('part_number_out_of_range', message, { param: 'part_number' });
}

/** The part arrived so late that its bytes are deleted. */
export function partLost(number: number): AppError {
  return conflict('part_lost', `Part ${number} arrived too late. Send it again.`);
}
