import { invalidRequest, notFound, type AppError } from '@earshot/errors';
import type { Metric } from '@earshot/contracts-feedback';

/** What was given is no value of the metric. */
export function metricValueInvalid({ key, kind }: Pick<Metric, 'key' | 'kind'>, value: boolean | number): AppError {
  const expected = kind === 'bool' ? 'true, false, 0 or 1' : 'a number';
  const message = `'${key}' is a metric of the kind '${kind}': expected ${expected}, got ${JSON.stringify(value)}.`;
  return invalidRequest('metric_value_invalid', message, { param: 'value' });
}

/** The session is one of several projects, and none was named. */
export function sessionAmbiguous(sessionId: string): AppError {
  const message = `The session '${sessionId}' is in several projects: say in 'project_id' which one is meant.`;
  return invalidRequest('session_ambiguous', message, { param: 'project_id' });
}

/** There is no metric of that id or key where the request looks for it. */
export function metricNotFound(name: string): AppError {
  return notFound('metric', name, { param: 'metric' });
}

/** There is no completion of that id in the caller's sight. */
export function completionNotFound(id: string, param: string): AppError {
  return notFound('completion', id, { param });
}

/** No interaction of the session is in the caller's sight. */
export function sessionNotFound(id: string): AppError {
  return notFound('session', id, { param: 'session_id' });
}
