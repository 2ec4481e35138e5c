import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';
import { firstDay, type MetricRange } from './metrics-search.js';

/** A metric of the project. */
export type Metric = Schemas['Metric'];

/** Summary of the feedback under a metric. */
export type Summary = Schemas['MetricSummary'];

/** Key of all queries of metrics. */
export const metricsKey = (project: string) => ['resource', project, 'metrics'] as const;

/** The metrics of a project. */
export const metricsQuery = (project: string) =>
  queryOptions({
    queryKey: metricsKey(project),
    queryFn: ({ signal }) =>
      allPages<Metric>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/metrics', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      ),
  });

/** The summary of a metric; of all days without a range. */
export const summaryQuery = (project: string, metric: string, range: MetricRange | undefined) =>
  queryOptions({
    queryKey: [...metricsKey(project), metric, 'summary', range ?? null],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/metrics/{metric}/summary', {
          params: { path: { project, metric }, query: { from: firstDay(range, Date.now()) } },
          signal,
        }),
      ),
  });

/** Creates a metric. @throws ApiError */
export function createMetric(project: string, body: Schemas['CreateMetric'], key: string): Promise<Metric> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/metrics', { params, body }));
}

/** Changes a metric. @throws ApiError */
export function updateMetric(project: string, id: string, body: Schemas['UpdateMetric'], key: string): Promise<Metric> {
  const params = { path: { project, metric: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.PATCH('/api/v1/projects/{project}/metrics/{metric}', { params, body }));
}

/** Deletes a metric with its feedback. @throws ApiError */
export function deleteMetric(project: string, id: string, key: string): Promise<unknown> {
  const params = { path: { project, metric: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.DELETE('/api/v1/projects/{project}/metrics/{metric}', { params }));
}
