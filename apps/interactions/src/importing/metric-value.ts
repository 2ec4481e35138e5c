import type { Metric } from '@earshot/contracts-feedback';
import { invalidRequest } from '@earshot/errors';

/**
 * A value as the metric keeps it: of yes and no, true or false; of any number, that number.
 *
 * @param param where it was given. @throws AppError `metric_value_invalid`
 */
export function metricValue({ key, kind }: Metric, value: boolean | number, param: string): boolean | number {
  if (kind === 'bool') {
    if (typeof value === 'boolean') return value;
    if (value === 0 || value === 1) return value === 1;
    throw invalid(`The metric '${key}' takes true, false, 0 or 1, and no ${value}.`, param);
  }
  if (typeof value === 'number') return value;
  throw invalid(`The metric '${key}' takes numbers, and no ${value}.`, param);
}

function invalid(message: string, param: string) {
  return invalidRequest('metric_value_invalid', message, { param });
}
