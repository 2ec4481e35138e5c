import type { Metric } from '@earshot/contracts-feedback';
import type { MetricEntity } from '../database/entities/metric.entity.js';

/** The metric of a row, as it is shown and published. */
export function toMetric(row: MetricEntity): Metric {
  return {
    id: row.id,
    project_id: row.projectId,
    key: row.key,
    name: row.name,
    kind: row.kind,
    scoring_type: row.scoringType,
    description: row.description,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
