import type { FeedbackRecorded, Metric } from '@earshot/contracts-feedback';
import type { NewValue } from './value.js';

/** The number as which a value is kept; undefined where it is no value of such a metric. */
export function numberOf(kind: Metric['kind'], value: boolean | number): number | undefined {
  if (kind === 'bool') return value === true || value === 1 ? 1 : value === false || value === 0 ? 0 : undefined;
  // -0 is 0: nobody could tell them apart in JSON.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}

/** A kept number as a value of its metric. */
export function valueOf(kind: Metric['kind'], number: number): boolean | number {
  return kind === 'bool' ? number === 1 : number;
}

/** A value, as others are told of it. @param completionCreatedAt when the completion took place that it is about; null for a session. */
export function toRecorded(
  row: NewValue,
  { key, kind }: Pick<Metric, 'key' | 'kind'>,
  completionCreatedAt: Date | null,
): FeedbackRecorded {
  return {
    id: row.id,
    project_id: row.projectId,
    metric_id: row.metricId,
    metric: key,
    kind,
    value: valueOf(kind, row.value),
    origin: row.origin,
    completion_id: row.completionId,
    completion_created_at: completionCreatedAt?.toISOString() ?? null,
    session_id: row.sessionId,
    model: row.model === '' ? null : row.model,
    user_id: row.userId,
    reason: row.reason,
    details: row.details,
    created_at: row.createdAt.toISOString(),
  };
}
