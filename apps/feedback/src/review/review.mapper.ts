import type { Metric, Review } from '@earshot/contracts-feedback';
import { valueOf } from '../feedback/feedback.mapper.js';

/** A review with the decision of its comparison or feedback. */
export interface ShownReview {
  readonly id: string;
  readonly item_id: string;
  readonly reviewer: string;
  readonly comparison_id: string | null;
  readonly feedback_id: string | null;
  readonly created_at: Date;
  readonly preferred_id: string | null;
  readonly tied: Review['tied'];
  readonly value: number | null;
  readonly reason: string | null;
  readonly details: string | null;
  readonly kind: Metric['kind'];
}

/** The review of a row. */
export function toReview({ preferred_id, kind, value, created_at, ...row }: ShownReview): Review {
  return {
    ...row,
    preferred_completion: row.tied === null ? preferred_id : null,
    value: value === null ? null : valueOf(kind, value),
    skipped: row.comparison_id === null && row.feedback_id === null,
    created_at: created_at.toISOString(),
  };
}
