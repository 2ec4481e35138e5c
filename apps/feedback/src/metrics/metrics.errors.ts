import { notFound, type AppError } from '@earshot/errors';

/** The project has no metric of that id or key. */
export function metricNotFound(name: string): AppError {
  return notFound('metric', name, { param: 'metric' });
}
