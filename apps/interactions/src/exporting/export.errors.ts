import { invalidRequest, type AppError } from '@earshot/errors';

/** The metric is not of kind `bool`. */
export function metricNotFit(): AppError {
  const message = 'The format kto requires a metric of kind bool. Set filter.metric.';
  return invalidRequest('metric_not_fit', message, { param: 'from.filter.metric' });
}
