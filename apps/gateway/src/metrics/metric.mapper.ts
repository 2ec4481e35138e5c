import type { Metric } from '@earshot/contracts-feedback';
import type { MetricResponse } from '@earshot/dto-feedback';

/** A metric as callers see it. */
export function toMetricResponse(metric: Metric): MetricResponse {
  const { id, key, name, project_id, kind, scoring_type, description, created_at, updated_at } = metric;
  return { id, key, name, project_id, kind, scoring_type, description, created_at, updated_at };
}
