import type { Metric } from '@earshot/contracts-feedback';
import { invalidRequest } from '@earshot/errors';

/**
 * Converts a value to the kind of its metric: 0 and 1 become booleans for `bool`.
 *
 * @param param the field of the value. @throws AppError `metric_value_invalid`
 */
export function metricValue({ key, kind }: Metric, value: boolean | number, param: string): boolean | number {
  if (kind === 'bool') {
    if (typeof value === 'boolean') return value;
    if (value === 0 || value === 1) return value === 1;
    throw invalid(`The value of the metric '${key}' must be true, false, 0 or 1; got ${value}.`, param);
  }
  if (typeof value === 'number') return value;
  throw invalid(`The value of the metric '${key}' must be a number; got ${value}.`, param);
}

function invalid(message: string, param: string) {
  return invalidRequest('metric_value_invalid', message, { param });
}
