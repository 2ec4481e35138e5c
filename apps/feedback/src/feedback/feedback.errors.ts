import { invalidRequest, notFound, type AppError } from '@earshot/errors';
import type { Metric } from '@earshot/contracts-feedback';

/** The value does not fit the kind of the metric. */
export function metricValueInvalid({ key, kind }: Pick<Metric, 'key' | 'kind'>, value: boolean | number): AppError {
  const expected = kind === 'bool' ? 'true, false, 0 or 1' : 'a number';
  const message = `'value' must be ${expected} for the metric '${key}'; got ${JSON.stringify(value)}.`;
  return invalidRequest('metric_value_invalid', message, { param: 'value' });
}

/** Several projects have a session of that id, and the request names none. */
export function sessionAmbiguous(session_id: string): AppError {
  const message = `Several projects have a session '${session_id}'. Name one in 'project_id'.`;
  return invalidRequest('session_ambiguous', message, { param: 'project_id' });
}

/** The caller can see no completion of that id. */
export function completionNotFound(id: string, param: string): AppError {
  return notFound('completion', id, { param });
}

/** The caller can see no interaction of the session. */
export function sessionNotFound(id: string): AppError {
  return notFound('session', id, { param: 'session_id' });
}
