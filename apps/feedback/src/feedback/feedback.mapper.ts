import type { FeedbackRecorded, Metric } from '@earshot/contracts-feedback';
import type { NewFeedback } from './feedback.js';

/** The stored number of a value; undefined if the value does not fit the kind of the metric. */
export function numberOf(kind: Metric['kind'], value: boolean | number): number | undefined {
  if (kind === 'bool') return value === true || value === 1 ? 1 : value === false || value === 0 ? 0 : undefined;
  // Adding 0 turns -0 into 0: JSON has no -0.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}

/** The value of a stored number. */
export function valueOf(kind: Metric['kind'], number: number): boolean | number {
  return kind === 'bool' ? number === 1 : number;
}

/** The event of new feedback. @param completion_created_at null for outcomes */
export function toRecorded(
  { campaign_id: _campaign, model_id: _model, value, model, ...row }: NewFeedback,
  { key, kind }: Pick<Metric, 'key' | 'kind'>,
  completion_created_at: string | null,
): FeedbackRecorded {
  return { ...row, metric: key, kind, value: valueOf(kind, value), completion_created_at, model: model || null };
}
