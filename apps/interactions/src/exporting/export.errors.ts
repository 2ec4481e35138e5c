import { invalidRequest, type AppError } from '@earshot/errors';

/** The metric does not say of answers whether they are desirable. */
export function metricNotFit(): AppError {
  const message = 'kto needs a metric of the kind bool, which says of answers whether they are desirable.';
  return invalidRequest('metric_not_fit', message, { param: 'from.filter.metric' });
}
