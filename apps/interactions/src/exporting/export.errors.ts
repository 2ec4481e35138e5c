import { invalidRequest, type AppError } from '@earshot/errors';

/** The metric is not of kind `bool`. */
export function metricNotFit(): AppError {
  const message = 'kto needs a metric of kind bool. Name one in the filter.';
  return invalidRequest('metric_not_fit', message, { param: 'from.filter.metric' });
}
